import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { serveWorker } from "#server/work/worker-thread.ts";

serveWorker<{ readonly path: string }, SpreadsheetRow[]>(({ path }) => readSpreadsheet(path, ""));
