import { createReadStream } from "node:fs";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import { estimateXlsxRows } from "#server/files/spreadsheet/estimate-rows.ts";
import { sniffSpreadsheet } from "#server/files/spreadsheet/sniff.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import { ROW_KINDS } from "../row-kinds.ts";
import { SHEET_NAME } from "../file-reading/take-sheet.ts";
import { readTableRows } from "../table-rows.ts";
import { itemCopyLine } from "./item-copy.ts";
import type { ValidateFileEvent, ValidateFileInput } from "./validate-file.ts";
import { validateRows } from "./validate-rows.ts";

/** In one thread: parsing, row rules, facts from the main thread, COPY lines. */
serveWorker<ValidateFileInput, ValidateFileEvent, unknown, unknown>(
  async function* validate({ kind, path, scope, isPasted, choices }, ask) {
    const expectedRows = await guessRows(path, choices);
    if (expectedRows !== null) yield { type: "expected", rows: expectedRows };
    const rules = ROW_KINDS[kind];
    yield* validateRows(rules, readTableRows(path, rules.columns, choices ?? undefined), {
      scope,
      isPasted,
      load: ask,
      line: (...row) => itemCopyLine(rules, ...row),
    });
  },
  (event) => (event.type === "batch" ? event.lines.map(({ buffer }) => buffer as ArrayBuffer) : []),
);

/** By line ends or a workbook's declared rows; `null`: unknown. */
async function guessRows(path: string, choices: ColumnChoices | null): Promise<number | null> {
  const shape = await sniffSpreadsheet(path, choices?.encoding);
  if (shape.type === "xlsx") {
    const rows = await estimateXlsxRows(path, choices?.sheet ?? SHEET_NAME);
    return rows === null ? null : Math.max(1, rows - 1);
  }
  const lineEnd = shape.newline.charCodeAt(0);
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    for (
      let at = (chunk as Buffer).indexOf(lineEnd);
      at !== -1;
      at = (chunk as Buffer).indexOf(lineEnd, at + 1)
    )
      lines += 1;
  }
  return Math.max(1, lines - 1);
}
