import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { readInThread, readOnceInThread } from "#server/files/read-in-thread.ts";
import {
  SPREADSHEET_ERRORS,
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import type { Upload } from "#server/http/uploads.ts";
import {
  WORKER_TOO_SLOW,
  workerModule,
  type WorkerThreadError,
} from "#server/work/worker-thread.ts";
import type { TableFileEvent } from "./table-rows.ts";

export interface TableFileInput {
  readonly path: string;
  readonly columns: readonly RegistryColumn[];
  readonly choices?: ColumnChoices;
}

/** The sender's share of threads reads it. */
export type OwnedFile = Pick<Upload, "path" | "sender">;

export interface TableProbe {
  /** By content: a browser guesses it by the name. */
  readonly contentType: string;
}

/**
 * In a worker thread, some hundreds of rows at a time; the caller validates them. The thread waits
 * for the consumer, so rows can be stored as they come; a stop or abort ends it.
 *
 * @param signal - of a background task; without it a person waits.
 * @param choices - of a person, for a file with a head of its own.
 * @returns one `header`, then `rows`.
 * @throws SpreadsheetError with a Russian message for an unreadable file; the signal's reason on
 * abort.
 */
export function readTableFile(
  file: OwnedFile,
  columns: readonly RegistryColumn[],
  signal?: AbortSignal,
  choices?: ColumnChoices | null,
): AsyncGenerator<TableFileEvent, void, void> {
  const module = workerModule(import.meta.url, "table-file-worker");
  return readInThread<TableFileInput, TableFileEvent>(
    { line: signal ? "background" : "request", of: file.sender },
    {
      module,
      input: { path: file.path, columns, ...(choices ? { choices } : {}) },
      ...(signal ? { signal } : {}),
    },
    tableRefusal,
  );
}

/**
 * With the header.
 *
 * @throws as `readTableFile`.
 */
export function readRawRows({
  path,
  sender,
}: OwnedFile): AsyncGenerator<SpreadsheetRow[], void, void> {
  const module = workerModule(import.meta.url, "raw-rows-worker");
  return readInThread({ line: "request", of: sender }, { module, input: { path } }, tableRefusal);
}

/**
 * To the end: a file that broke later would leave a registry without rows.
 *
 * @throws SpreadsheetError — not a table of these columns.
 */
export function probeTableFile(
  { path, sender }: OwnedFile,
  columns: readonly RegistryColumn[],
  choices?: ColumnChoices,
): Promise<TableProbe> {
  const module = workerModule(import.meta.url, "probe-table-worker");
  return readOnceInThread<TableFileInput, TableProbe>(
    { line: "request", of: sender },
    { module, input: { path, columns, ...(choices ? { choices } : {}) } },
    tableRefusal,
  );
}

/** A crashed reader met a file it cannot read. */
export function tableRefusal(error: WorkerThreadError): SpreadsheetError {
  return knownTableRefusal(error) ?? new SpreadsheetError("damaged", undefined, error);
}

/** `null` for a crash, which is also our bug. */
export function knownTableRefusal(error: WorkerThreadError): SpreadsheetError | null {
  const code = error.workerCode;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return new SpreadsheetError("bomb", undefined, error);
  if (code === WORKER_TOO_SLOW) return new SpreadsheetError("too_slow", undefined, error);
  return isSpreadsheetErrorCode(code) ? new SpreadsheetError(code, error.message, error) : null;
}

function isSpreadsheetErrorCode(code: string | null): code is SpreadsheetErrorCode {
  return code !== null && code in SPREADSHEET_ERRORS;
}
