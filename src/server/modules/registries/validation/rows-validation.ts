import { formatDate } from "#contract/values/calendar-date.ts";
import type { ReadRow } from "../registry-file-events.ts";
import type { FileScope, RowRules, ValidatedRow } from "../registry-kind.ts";
import { RepeatedRows } from "../repeated-rows.ts";
import type { TableFileRow } from "../table-rows.ts";

/** In a file or in the table. */
type RowCells = Pick<TableFileRow, "line" | "uses1904" | "mendedKeys"> & {
  readonly cells: readonly string[];
};

/** Rules that need the row and those before it. Rows go in order. */
export class RowReading<Values> {
  readonly #rules: RowRules<Values, never>;
  readonly #read: ReturnType<RowRules<Values>["reader"]>;
  readonly #maxRows: number | undefined;
  #repeated: RepeatedRows<Values> | null = null;

  /** @param maxRows - looked at for repeats. */
  constructor(rules: RowRules<Values, never>, today: string, maxRows?: number) {
    this.#rules = rules;
    this.#read = rules.reader(today);
    this.#maxRows = maxRows;
  }

  /** @param line - the number people count by: in the file or the registry. */
  alone({ cells, uses1904, line, mendedKeys }: RowCells): ReadRow<Values> {
    const row = { line, cells, ...this.#read(cells, uses1904) };
    if (mendedKeys) row.healed = [...new Set([...row.healed, ...mendedKeys])];
    return uses1904 ? { ...row, cells: this.#withDates(row) } : row;
  }

  among(row: RowCells): ReadRow<Values> {
    const read = this.alone(row);
    this.repeated.validate(read);
    return read;
  }

  get repeated(): RepeatedRows<Values> {
    return (this.#repeated ??= new RepeatedRows(this.#rules.repeats, this.#maxRows));
  }

  /** Dates of a 1904 workbook read four years off without their workbook. */
  #withDates({ cells, values }: ReadRow<Values>): readonly string[] {
    return this.#rules.columns.map(({ key }, index) => {
      const date = this.#rules.dateColumns.includes(key)
        ? (values as Record<string, unknown>)[key]
        : null;
      const cell = cells[index] ?? "";
      return typeof date === "string" && cell !== "" ? formatDate(date) : cell;
    });
  }
}

/**
 * The one validation of rows, in order: of an uploaded file, of edited and merged rows, of a dry
 * run, and before rows are applied.
 */
export class RowsValidation<Values, Scope extends FileScope, Question, Answer> {
  readonly reading: RowReading<Values>;
  readonly #validator: ReturnType<RowRules<Values, Scope, Question, Answer>["validate"]>;
  readonly #load: (question: Question) => Promise<Answer>;

  /**
   * @param load - looks up facts; in a worker thread it asks the main one.
   * @param maxRows - looked at for repeats.
   */
  constructor(
    rules: RowRules<Values, Scope, Question, Answer>,
    scope: Scope,
    load: (question: Question) => Promise<Answer>,
    maxRows?: number,
  ) {
    this.reading = new RowReading(rules, scope.today, maxRows);
    this.#validator = rules.validate(scope);
    this.#load = load;
  }

  /**
   * Begins to look up facts.
   *
   * @returns validates the rows; call in the order of the batches.
   */
  begin(rows: readonly ReadRow<Values>[]): () => Promise<ValidatedRow<Values>[]> {
    const question = this.#validator.question(rows);
    const facts = question === null ? null : this.#load(question);
    return async () => {
      if (facts) this.#validator.learn(await facts);
      return rows.map((row) => this.#validator.validate(row));
    };
  }

  validate(rows: readonly ReadRow<Values>[]): Promise<ValidatedRow<Values>[]> {
    return this.begin(rows)();
  }
}
