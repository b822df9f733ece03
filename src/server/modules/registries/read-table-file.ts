import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { runWorker, workerModule, WorkerThreadError } from "#server/platform/worker-thread.ts";
import { SpreadsheetError } from "#server/platform/spreadsheet/spreadsheet-error.ts";
import { asSpreadsheetError, READING_LIMITS } from "./read-registry-file.ts";

export interface TableFileInput {
  readonly path: string;
  readonly columns: readonly RegistryColumn[];
}

export interface TableFileRow {
  /** The number the person sees beside the row in the file. */
  readonly line: number;
  /** In the order of the columns; a cell the file does not have is empty. */
  readonly cells: string[];
  readonly uses1904?: true;
}

export type TableFileEvent =
  | {
      readonly type: "header";
      /** «Столбец «…» не используется» */
      readonly warnings: string[];
    }
  | { readonly type: "rows"; readonly rows: TableFileRow[] };

/**
 * Reads a table of known columns in a worker thread, some hundreds of rows at a time; the rows are judged by the caller.
 *
 * @returns one `header`, then `rows`.
 * @throws SpreadsheetError with a Russian sentence when nothing can be made of the file.
 */
export async function* readTableFile(path: string, columns: readonly RegistryColumn[], signal?: AbortSignal): AsyncGenerator<TableFileEvent, void, void> {
  const module = workerModule(import.meta.url, "table-file-worker");
  try {
    yield* runWorker<TableFileInput, TableFileEvent>({ module, input: { path, columns }, resourceLimits: READING_LIMITS, ...(signal ? { signal } : {}) });
  } catch (error) {
    const known = asSpreadsheetError(error);
    // A reader that broke down has met a file it cannot read.
    throw known instanceof WorkerThreadError ? new SpreadsheetError("damaged", undefined, known) : known;
  }
}
