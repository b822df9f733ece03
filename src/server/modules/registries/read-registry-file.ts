import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { SPREADSHEET_ERRORS, SpreadsheetError, type SpreadsheetErrorCode } from "#server/platform/spreadsheet/spreadsheet-error.ts";
import { runWorker, workerModule, WorkerThreadError } from "#server/platform/worker-thread.ts";

import { unpackEvent, type PackedRegistryFileEvent } from "./pack-checked-rows.ts";
import type { ProbeInput, RegistryProbe } from "./probe-registry-worker.ts";
import type { RegistryFileEvent, RegistryFileInput } from "./registry-file-events.ts";

export interface ReadRegistryFileOptions extends RegistryFileInput {
  signal?: AbortSignal;
}

/** Enough for the repeats of 100 000 rows and the shared strings of a workbook; past it the file is refused, not the server. */
export const READING_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 };

/**
 * Reads and checks a registry file in a worker thread; rows arrive in the file's order, at most 250 at a time.
 *
 * The thread waits for the reader, so rows may be stored as they come; stopping early or aborting ends it.
 *
 * @returns one `header`, any number of `rows`, one `done`.
 * @throws SpreadsheetError with a Russian sentence when the file as a whole is refused; the signal's reason when aborted.
 */
export async function* readRegistryFile<Values = PayrollRowValues>(options: ReadRegistryFileOptions): AsyncGenerator<RegistryFileEvent<Values>, void, void> {
  const { signal, path, kind, today } = options;
  const input: RegistryFileInput = { path, kind, today };
  const module = workerModule(import.meta.url, "registry-file-worker");
  try {
    const run = { module, input, resourceLimits: READING_LIMITS, ...(signal ? { signal } : {}) };
    for await (const event of runWorker<RegistryFileInput, PackedRegistryFileEvent | RegistryFileEvent<unknown>>(run)) yield (event.type === "packed" ? unpackEvent(event) : event) as RegistryFileEvent<Values>;
  } catch (error) {
    throw asSpreadsheetError(error);
  }
}

/** @throws SpreadsheetError when no registry can be made of the file: see `probe-registry-worker`. */
export async function probeRegistryFile(kind: RegistryKindName, path: string): Promise<void> {
  const module = workerModule(import.meta.url, "probe-registry-worker");
  try {
    for await (const _ of runWorker<ProbeInput, RegistryProbe>({ module, input: { path, kind }, resourceLimits: READING_LIMITS }));
  } catch (error) {
    const known = asSpreadsheetError(error);
    // A reader that broke down has met a file it cannot read.
    throw known instanceof WorkerThreadError ? new SpreadsheetError("damaged", undefined, known) : known;
  }
}

/** The error of a reading thread as the product knows it: past its memory is a bomb, its own codes are sentences. */
export function asSpreadsheetError(error: unknown): unknown {
  if (!(error instanceof WorkerThreadError)) return error;
  if (error.workerCode === "ERR_WORKER_OUT_OF_MEMORY") return new SpreadsheetError("bomb", undefined, error);
  return isSpreadsheetErrorCode(error.workerCode) ? new SpreadsheetError(error.workerCode, error.message, error) : error;
}

function isSpreadsheetErrorCode(code: string | null): code is SpreadsheetErrorCode {
  return code !== null && code in SPREADSHEET_ERRORS;
}
