import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import {
  SPREADSHEET_ERRORS,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from "#server/files/spreadsheet/spreadsheet-error.ts";
import {
  runWorker,
  workerModule,
  WorkerThreadError,
  type WorkerRun,
} from "#server/work/worker-thread.ts";
import type { ProbeInput, RegistryProbe } from "./probe-registry-worker.ts";
import type { TableFileEvent } from "./table-rows.ts";

export interface TableFileInput {
  readonly path: string;
  readonly columns: readonly RegistryColumn[];
}

/**
 * Enough for the repeats of 100 000 rows and a workbook's shared strings. Beyond it the file is
 * refused and the server lives.
 */
export const READING_LIMITS = {
  maxOldGenerationSizeMb: 192,
  maxYoungGenerationSizeMb: 48,
  stackSizeMb: 4,
};

/**
 * Reads a table of known columns in a worker thread, some hundreds of rows at a time; the caller
 * validates them. The thread waits for the consumer, so rows can be stored as they come; a stop or
 * abort ends it.
 * @returns one `header`, then `rows`.
 * @throws SpreadsheetError with a Russian message for an unreadable file; the signal's reason on
 * abort.
 */
export function readTableFile(
  path: string,
  columns: readonly RegistryColumn[],
  signal?: AbortSignal,
): AsyncGenerator<TableFileEvent, void, void> {
  const module = workerModule(import.meta.url, "table-file-worker");
  return runReader<TableFileInput, TableFileEvent>({
    module,
    input: { path, columns },
    ...(signal ? { signal } : {}),
  });
}

/** @throws SpreadsheetError — no registry can be made of the file: see `probe-registry-worker`. */
export async function probeRegistryFile(kind: RegistryKindName, path: string): Promise<void> {
  const module = workerModule(import.meta.url, "probe-registry-worker");
  for await (const _ of runReader<ProbeInput, RegistryProbe>({ module, input: { path, kind } }));
}

async function* runReader<Input, Event>(
  run: Omit<WorkerRun<Input>, "resourceLimits">,
): AsyncGenerator<Event, void, void> {
  try {
    yield* runWorker<Input, Event>({ ...run, resourceLimits: READING_LIMITS });
  } catch (error) {
    const known = asSpreadsheetError(error);
    // A crashed reader met a file it cannot read.
    throw known instanceof WorkerThreadError
      ? new SpreadsheetError("damaged", undefined, known)
      : known;
  }
}

/**
 * Maps a thread's error: out of memory means a bomb, the thread's own codes are spreadsheet errors.
 */
export function asSpreadsheetError(error: unknown): unknown {
  if (!(error instanceof WorkerThreadError)) return error;
  if (error.workerCode === "ERR_WORKER_OUT_OF_MEMORY")
    return new SpreadsheetError("bomb", undefined, error);
  return isSpreadsheetErrorCode(error.workerCode)
    ? new SpreadsheetError(error.workerCode, error.message, error)
    : error;
}

function isSpreadsheetErrorCode(code: string | null): code is SpreadsheetErrorCode {
  return code !== null && code in SPREADSHEET_ERRORS;
}
