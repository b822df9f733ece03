import type { FileScope, RowRules, ValidatedRow } from "../registry-kind.ts";
import type { TableFileEvent, TableHeader } from "../table-rows.ts";
import { validateRegistryRows } from "../validate-registry-rows.ts";
import { RowsValidation } from "./rows-validation.ts";
import { countRow, emptyTally, talliedOf, type RowTally } from "./tally.ts";

/** Per event: one COPY and one update of the counters. */
const BATCH_ROWS = 4_000;

export interface ValidatedBatch {
  readonly type: "batch";
  /** Of the kind's COPY, in UTF-8 chunks. */
  readonly lines: readonly Uint8Array[];
  readonly tally: RowTally;
  readonly workmenCount: number;
}

interface Validating<Values, Scope, Question, Answer> {
  readonly scope: Scope;
  /** Counted from 1, without a header or file line. */
  readonly isPasted: boolean;
  readonly load: (question: Question) => Promise<Answer>;
  readonly line: (
    scope: Scope,
    rowNo: number,
    fileLine: number | null,
    validated: ValidatedRow<Values>,
  ) => string;
}

/**
 * Makes COPY lines. The next rows are parsed while facts are looked up.
 *
 * @returns one `header`, then batches.
 */
export async function* validateRows<Values, Scope extends FileScope, Question, Answer>(
  rules: RowRules<Values, Scope, Question, Answer>,
  events: AsyncIterable<TableFileEvent>,
  { scope, isPasted, load, line }: Validating<Values, Scope, Question, Answer>,
): AsyncGenerator<TableHeader | ValidatedBatch, void, void> {
  const validation = new RowsValidation(rules, scope, load);
  const batch = new BatchWriter((rowNo, validated: ValidatedRow<Values>) =>
    line(scope, rowNo, isPasted ? null : validated.row.line, validated),
  );
  let finish: (() => Promise<ValidatedRow<Values>[]>) | null = null;
  for await (const event of validateRegistryRows(
    rules,
    events,
    { today: scope.today, isPasted },
    validation.reading,
  )) {
    if (event.type === "header") {
      yield event;
      continue;
    }
    const next = validation.begin(event.rows);
    if (finish) batch.add(await finish());
    finish = next;
    if (batch.rows >= BATCH_ROWS) yield batch.take();
  }
  if (finish) batch.add(await finish());
  if (batch.rows > 0) yield batch.take();
}

class BatchWriter<Values> {
  readonly #line: (rowNo: number, validated: ValidatedRow<Values>) => string;
  readonly #encoder = new TextEncoder();
  readonly #workmen = new Set<number>();
  #rowNo = 0;
  #lines: Uint8Array[] = [];
  #tally = emptyTally();

  constructor(line: (rowNo: number, validated: ValidatedRow<Values>) => string) {
    this.#line = line;
  }

  get rows(): number {
    return this.#tally.rows;
  }

  /** Encodes at once: bytes cost the garbage collector nothing. */
  add(rows: readonly ValidatedRow<Values>[]): void {
    let text = "";
    for (const validated of rows) {
      this.#rowNo += 1;
      text += this.#line(this.#rowNo, validated);
      countRow(this.#tally, talliedOf(validated));
      if (validated.errorCount === 0 && validated.workmanId !== null)
        this.#workmen.add(validated.workmanId);
    }
    this.#lines.push(this.#encoder.encode(text));
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
