import { sniffSpreadsheet } from "#server/files/spreadsheet/sniff.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import type { TableFileInput, TableProbe } from "./read-table-file.ts";
import { readTableRows } from "./table-rows.ts";

/** Header, a row, not too many rows, closed quotes, whole workbook parts. */
serveWorker<TableFileInput, TableProbe>(async function* probe({ path, columns, choices }) {
  const { type } = await sniffSpreadsheet(path, choices?.encoding);
  for await (const _ of readTableRows(path, columns, choices));
  yield { contentType: type === "xlsx" ? XLSX : CSV };
});
