import { runWorker, workerModule } from "#server/work/worker-thread.ts";
import { asSpreadsheetError, READING_LIMITS } from "../read-table-file.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { CheckScope } from "../registry-kind.ts";
import type { RowTally } from "./tally.ts";

/** What the checking thread is told. */
export interface CheckFileInput {
  readonly kind: RegistryKindName;
  readonly path: string;
  readonly scope: CheckScope;
  /** Rows are counted from 1 without the header, and have no line of a file. */
  readonly isPasted: boolean;
}

export interface CheckedBatch {
  readonly type: "batch";
  /** Rows as the COPY of the kind takes them, UTF-8, in pieces. */
  readonly lines: readonly Uint8Array[];
  readonly tally: RowTally;
  /** Different workers among the ready rows so far. */
  readonly workmenCount: number;
}

export type CheckFileEvent =
  | { readonly type: "expected"; readonly rows: number }
  | { readonly type: "header"; readonly columns: string[]; readonly warnings: string[] }
  | CheckedBatch;

/**
 * Reads, checks and judges a file in a thread of its own.
 *
 * @param answer - looks facts up for the thread.
 * @throws SpreadsheetError with a Russian sentence when the file as a whole is refused; the
 *   signal's reason when aborted; the error of `answer`.
 */
export async function* checkFile(
  input: CheckFileInput,
  answer: (question: unknown) => Promise<unknown>,
  signal: AbortSignal,
): AsyncGenerator<CheckFileEvent, void, void> {
  const module = workerModule(import.meta.url, "check-registry-worker");
  try {
    yield* runWorker<CheckFileInput, CheckFileEvent, unknown, unknown>({
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
