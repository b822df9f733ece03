import { runWorker, workerModule } from "#server/work/worker-thread.ts";
import { asSpreadsheetError, READING_LIMITS } from "../read-table-file.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { ValidationScope } from "../registry-kind.ts";
import type { RowTally } from "./tally.ts";

/** What the checking thread is told. */
export interface ValidateFileInput {
  readonly kind: RegistryKindName;
  readonly path: string;
  readonly scope: ValidationScope;
  /** Rows are counted from 1 without the header, and have no line of a file. */
  readonly isPasted: boolean;
}

export interface ValidatedBatch {
  readonly type: "batch";
  /** Rows as the COPY of the kind takes them, UTF-8, in pieces. */
  readonly lines: readonly Uint8Array[];
  readonly tally: RowTally;
  /** Different workers among the ready rows so far. */
  readonly workmenCount: number;
}

export type ValidateFileEvent =
  | { readonly type: "expected"; readonly rows: number }
  | { readonly type: "header"; readonly columns: string[]; readonly warnings: string[] }
  | ValidatedBatch;

/**
 * Reads, checks and validates a file in a thread of its own.
 *
 * @param answer - looks facts up for the thread.
 * @throws SpreadsheetError with a Russian sentence when the file as a whole is refused; the
 *   signal's reason when aborted; the error of `answer`.
 */
export async function* validateFile(
  input: ValidateFileInput,
  answer: (question: unknown) => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<ValidateFileEvent, void, void> {
  const module = workerModule(import.meta.url, "validate-registry-worker");
  try {
    yield* runWorker<ValidateFileInput, ValidateFileEvent, unknown, unknown>({
      module,
      input,
      answer,
      signal,
      resourceLimits: READING_LIMITS,
    });
  } catch (error) {
    throw asSpreadsheetError(error);
  }
}
