import { createReadStream } from "node:fs";
import { readSpreadsheet } from "#server/platform/spreadsheet/read-spreadsheet.ts";
import { sniffSpreadsheet } from "#server/platform/spreadsheet/sniff.ts";
import { serveWorker } from "#server/platform/worker-thread.ts";
import { checkRegistryRows } from "../check-registry-rows.ts";
import type { CheckedRow } from "../registry-file-events.ts";
import type { CheckedBatch, CheckFileEvent, CheckFileInput } from "./check-payroll-file.ts";
import { PayrollJudge } from "./judge-payroll-row.ts";
import { payrollCopyLine } from "./payroll-copy.ts";
import type { FactsAnswer, FactsQuestion } from "./payroll-facts.ts";
import { countRow, emptyTally, talliedOf } from "./payroll-tally.ts";

const SHEET_NAME = "Реестр";
/** One question to the database, one COPY and one step of the counters for so many rows. */
const BATCH_ROWS = 2_000;

/**
 * The whole check in one thread: parsing, the rules of the row, the facts it asks the main thread for, and the rows as COPY takes
 * them. While the facts of one batch are being looked up the next one is parsed.
 */
serveWorker<CheckFileInput, CheckFileEvent, FactsQuestion, FactsAnswer>(async function* check({ path, scope, isPasted }, ask) {
  const judge = new PayrollJudge(scope);
  const workmen = new Set<number>();
  let rowNo = 0;
  const finish = async ({ rows, facts }: { rows: CheckedRow[]; facts: Promise<FactsAnswer> | null }): Promise<CheckedBatch> => {
    if (facts) judge.learn(await facts);
    const tally = emptyTally();
    let lines = "";
    for (const row of rows) {
      const judged = judge.judge(row);
      rowNo += 1;
      lines += payrollCopyLine(scope, rowNo, isPasted ? null : row.line, judged);
      countRow(tally, talliedOf(judged));
      if (judged.errorCount === 0 && judged.workmanId !== null) workmen.add(judged.workmanId);
    }
    return { type: "batch", lines: new TextEncoder().encode(lines), tally, workmenCount: workmen.size };
  };

  const expectedRows = await guessRows(path);
  if (expectedRows !== null) yield { type: "expected", rows: expectedRows };
  let pending: { rows: CheckedRow[]; facts: Promise<FactsAnswer> | null } | null = null;
  const events = checkRegistryRows(readSpreadsheet(path, SHEET_NAME), { today: scope.today, eventRows: BATCH_ROWS, isPasted });
  for await (const event of events) {
    if (event.type === "header") yield event;
    if (event.type !== "rows") continue;
    const question = judge.question(event.rows);
    const next: { rows: CheckedRow[]; facts: Promise<FactsAnswer> | null } = { rows: event.rows, facts: question ? ask(question) : null };
    if (pending) yield await finish(pending);
    pending = next;
  }
  if (pending) yield await finish(pending);
});

/** Line ends of a text table less its header; `null` for a workbook, where only reading tells. */
async function guessRows(path: string): Promise<number | null> {
  const shape = await sniffSpreadsheet(path);
  if (shape.type === "xlsx") return null;
  const lineEnd = shape.newline.charCodeAt(0);
  let lines = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    for (let at = (chunk as Buffer).indexOf(lineEnd); at !== -1; at = (chunk as Buffer).indexOf(lineEnd, at + 1)) lines += 1;
  }
  return Math.max(1, lines - 1);
}
