import { MAX_REGISTRY_ROWS, REGISTRY_FILE_MESSAGES } from "#contract/registries/registry-columns.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { readSpreadsheet } from "#server/platform/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/platform/spreadsheet/spreadsheet-error.ts";
import { serveWorker } from "#server/platform/worker-thread.ts";
import { HeaderSearch } from "./header-search.ts";

const SHEET_NAME = "Реестр";

export interface ProbeInput {
  readonly path: string;
  readonly kind: RegistryKindName;
}

/** Rows below the header. */
export interface RegistryProbe {
  readonly rows: number;
}

/**
 * Looks whether a registry can be made of the file at all: header, a row below it, no more rows than a registry holds, every quote closed and
 * every part of a workbook whole. The file is read to its end: a registry that turns out to have none would keep its number and no rows.
 */
serveWorker<ProbeInput, RegistryProbe>(async function* probe({ path, kind }) {
  const search = new HeaderSearch(REGISTRY_KINDS[kind].columns);
  let isFound = false;
  let rows = 0;
  for await (const batch of readSpreadsheet(path, SHEET_NAME)) {
    for (const { line, cells } of batch) {
      if (isFound) rows += 1;
      else isFound = search.look(line, cells) !== null;
    }
    if (rows > MAX_REGISTRY_ROWS) throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
  }
  if (!isFound) throw search.failure();
  if (rows === 0) throw new SpreadsheetError("no_rows");
  yield { rows };
});
