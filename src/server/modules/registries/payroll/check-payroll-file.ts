import { runWorker, workerModule } from "#server/platform/worker-thread.ts";
import { asSpreadsheetError, READING_LIMITS } from "../read-registry-file.ts";
import type { FactsAnswer, FactsQuestion, PayrollScope } from "./payroll-facts.ts";
import type { PayrollTally } from "./payroll-tally.ts";

/** What the checking thread is told. */
export interface CheckFileInput {
  readonly path: string;
  readonly scope: PayrollScope;
  /** Rows are counted from 1 without the header, and have no line of a file. */
  readonly isPasted: boolean;
}

export interface CheckedBatch {
  readonly type: "batch";
  /** Rows as `COPY_PAYROLL_ITEMS` takes them, UTF-8, in pieces. */
  readonly lines: readonly Uint8Array[];
  readonly tally: PayrollTally;
  /** Different workers among the ready rows so far. */
  readonly workmenCount: number;
}

export type CheckFileEvent =
  | { readonly type: "expected"; readonly rows: number }
  | { readonly type: "header"; readonly columns: string[]; readonly warnings: string[] }
  | CheckedBatch;

/**
 * Reads, checks and judges a payroll file in a thread of its own.
 *
 * @param answer - looks facts up for the thread.
 * @throws SpreadsheetError with a Russian sentence when the file as a whole is refused; the signal's reason when aborted; the error
 * of `answer`.
 */
export async function* checkPayrollFile(
  input: CheckFileInput,
  answer: (question: FactsQuestion) => Promise<FactsAnswer>,
  signal: AbortSignal,
): AsyncGenerator<CheckFileEvent, void, void> {
  const module = workerModule(import.meta.url, "check-payroll-worker");
  try {
    yield* runWorker<CheckFileInput, CheckFileEvent, FactsQuestion, FactsAnswer>({ module, input, answer, signal, resourceLimits: READING_LIMITS });
  } catch (error) {
    throw asSpreadsheetError(error);
  }
}

