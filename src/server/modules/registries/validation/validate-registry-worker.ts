import { createReadStream } from "node:fs";
import { estimateXlsxRows } from "#server/files/spreadsheet/estimate-rows.ts";
import { sniffSpreadsheet } from "#server/files/spreadsheet/sniff.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import { validateRegistryRows } from "../validate-registry-rows.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type { ValidationScope, ValidatedRow, RowKind } from "../registry-kind.ts";
import { ROW_KINDS } from "../row-kinds.ts";
import { readTableRows, SHEET_NAME } from "../table-rows.ts";
import type { ValidatedBatch, ValidateFileEvent, ValidateFileInput } from "./validate-file.ts";
import { countRow, emptyTally, talliedOf } from "./tally.ts";

/** Rows per event: one COPY and one update of the counters. */
const BATCH_ROWS = 4_000;

/**
 * The whole validation in one thread: parsing, row rules, facts requested from the main thread,
 * COPY lines. The next rows are parsed while facts are looked up.
 */
serveWorker<ValidateFileInput, ValidateFileEvent, unknown, unknown>(
  async function* validate({ kind, path, scope, isPasted, choices }, ask) {
    const expectedRows = await guessRows(path);
    if (expectedRows !== null) yield { type: "expected", rows: expectedRows };
    const rules = ROW_KINDS[kind];
    const validator = rules.validate(scope);
    const batch = new BatchWriter(rules, scope, isPasted);
    let pending: { rows: ReadRow<unknown>[]; facts: Promise<unknown> | null } | null = null;
    const finish = async () => {
      if (!pending) return;
      if (pending.facts) validator.learn(await pending.facts);
      for (const row of pending.rows) batch.add(validator.validate(row));
      batch.encode();
    };
    const table = readTableRows(path, rules.columns, choices ?? undefined);
    for await (const event of validateRegistryRows(rules, table, {
      today: scope.today,
      isPasted,
    })) {
      if (event.type === "header") yield event;
      if (event.type !== "rows") continue;
      const question = validator.question(event.rows);
      const facts = question ? ask(question) : null;
      await finish();
      pending = { rows: event.rows, facts };
      if (batch.rows >= BATCH_ROWS) yield batch.take();
    }
    await finish();
    if (batch.rows > 0) yield batch.take();
  },
  (event) => (event.type === "batch" ? event.lines.map(({ buffer }) => buffer as ArrayBuffer) : []),
);

/** Collects validated rows as COPY lines with their counters. */
class BatchWriter {
  readonly #rules: RowKind;
  readonly #scope: ValidationScope;
  readonly #isPasted: boolean;
  readonly #encoder = new TextEncoder();
  readonly #workmen = new Set<number>();
  #rowNo = 0;
  #text = "";
  #lines: Uint8Array[] = [];
  #tally = emptyTally();

  constructor(rules: RowKind, scope: ValidationScope, isPasted: boolean) {
    this.#rules = rules;
    this.#scope = scope;
    this.#isPasted = isPasted;
  }

  get rows(): number {
    return this.#tally.rows;
  }

  add(validated: ValidatedRow): void {
    this.#rowNo += 1;
    this.#text += this.#rules.copy.line(
      this.#scope,
      this.#rowNo,
      this.#isPasted ? null : validated.row.line,
      validated,
    );
    countRow(this.#tally, talliedOf(validated));
    if (validated.errorCount === 0 && validated.workmanId !== null)
      this.#workmen.add(validated.workmanId);
  }

  /** Encode early: bytes cost the garbage collector nothing. */
  encode(): void {
    this.#lines.push(this.#encoder.encode(this.#text));
    this.#text = "";
  }

  take(): ValidatedBatch {
    const batch: ValidatedBatch = {
      type: "batch",
      lines: this.#lines,
      tally: this.#tally,
      workmenCount: this.#workmen.size,
    };
    this.#lines = [];
    this.#tally = emptyTally();
    return batch;
  }
}

/**
 * Line ends of a text table or a workbook's declared rows, without the header; `null` when unknown.
 */
async function guessRows(path: string): Promise<number | null> {
  const shape = await sniffSpreadsheet(path);
  if (shape.type === "xlsx") {
    const rows = await estimateXlsxRows(path, SHEET_NAME);
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
