import { partyOfAccount } from "#server/http/actor.ts";
import { readInThread } from "#server/files/read-in-thread.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import { knownTableRefusal } from "../read-table-file.ts";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { ValidationScope } from "../registry-kind.ts";
import type { TableHeader } from "../table-rows.ts";
import type { ValidatedBatch } from "./validate-rows.ts";

export interface ValidateFileInput {
  readonly kind: RegistryKindName;
  readonly path: string;
  readonly scope: ValidationScope;
  /** Counted from 1, without a header or file line. */
  readonly isPasted: boolean;
  readonly choices: ColumnChoices | null;
}

export type ValidateFileEvent =
  { readonly type: "expected"; readonly rows: number } | TableHeader | ValidatedBatch;

/**
 * In a worker thread.
 *
 * @param answer - looks up facts for it.
 * @throws SpreadsheetError with a Russian message when the whole file is refused; the signal's
 * reason on abort; the error of `answer`.
 */
export function validateFile(
  accountId: number,
  input: ValidateFileInput,
  answer: (question: unknown) => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<ValidateFileEvent, void, void> {
  const module = workerModule(import.meta.url, "validate-registry-worker");
  return readInThread<ValidateFileInput, ValidateFileEvent, unknown, unknown>(
    { line: "background", of: partyOfAccount(accountId) },
    { module, input, answer, signal },
    // The task tells the person, and the log.
    (error) => knownTableRefusal(error) ?? error,
  );
}
