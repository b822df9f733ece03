import { sql, type RawBuilder } from "kysely";
import { EXPORT_GROUP_BY, type ExportGroupBy } from "#contract/exports/export-states.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import type { SheetCell, SheetColumn, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { Trx } from "#server/data/transaction.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";

/** `money`: kopecks; `date`: yyyy-MM-dd; `count`: summed; `rowNo`: numbered while writing. */
export type CellKind = "text" | "money" | "date" | "count" | "rowNo";

export interface ExportColumn {
  readonly title: string;
  readonly width: number;
  readonly kind: CellKind;
  /** Spreadsheets must not convert it. */
  readonly isText?: boolean;
  readonly value: RawBuilder<unknown>;
  /** Title of a code. */
  readonly show?: (value: string) => string;
}

export interface ExportTable {
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  readonly source: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** An absent one: no groups. */
  readonly groups: Partial<Record<ExportGroupBy, RawBuilder<unknown>>>;
}

const PAGE_ROWS = 1000;

export async function countRows(trx: Trx, table: ExportTable): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n ${table.source}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/**
 * Rows come by a cursor: a page in memory, one snapshot. Subtotals by group, a total at the end.
 *
 * @param onRows - called per page.
 */
export function sheetOf(
  trx: Trx,
  table: ExportTable,
  groupBy: ExportGroupBy,
  onRows: (count: number) => Promise<void>,
): SheetTable {
  const group = groupBy === "NONE" ? undefined : table.groups[groupBy];
  const columns: SheetColumn[] = table.columns.map(({ title, width, isText }) => ({
    title,
    width,
    ...(isText ? { isText } : {}),
  }));
  return {
    name: table.name,
    columns: group
      ? [
          { title: `Группа: ${EXPORT_GROUP_BY.titles[groupBy].toLowerCase()}`, width: 40 },
          ...columns,
        ]
      : columns,
    batches: group
      ? groupedBatches(trx, table, group, groupBy, onRows)
      : plainBatches(trx, table, onRows),
  };
}

interface Fetched {
  readonly group_key: string | null;
  readonly cells: (string | null)[];
}

let cursors = 0;

async function* pages(
  trx: Trx,
  { columns, source, order }: ExportTable,
  group: RawBuilder<unknown>,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<Fetched[], void, void> {
  cursors += 1;
  const cursor = sql.id(`export_${cursors}`);
  const cells = columns.map(({ value }) => sql`(${value})::text`);
  await sql`
    DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${group} AS group_key,
      ARRAY[${sql.join(cells)}] AS cells ${source}
    ORDER BY 1, ${order}`.execute(trx);
  for (;;) {
    const { rows } = await sql<Fetched>`FETCH ${sql.lit(PAGE_ROWS)} FROM ${cursor}`.execute(trx);
    if (rows.length > 0) {
      yield rows;
      await onRows(rows.length);
    }
    if (rows.length < PAGE_ROWS) break;
  }
  await sql`CLOSE ${cursor}`.execute(trx);
}

async function* plainBatches(
  trx: Trx,
  table: ExportTable,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<SheetCell[][], void, void> {
  let rowNo = 0;
  for await (const rows of pages(trx, table, sql`NULL::text`, onRows)) {
    yield rows.map(({ cells }) => {
      rowNo += 1;
      return cells.map((cell, index) => shownCell(table.columns[index], cell, rowNo));
    });
  }
}

async function* groupedBatches(
  trx: Trx,
  table: ExportTable,
  group: RawBuilder<unknown>,
  groupBy: ExportGroupBy,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<SheetCell[][], void, void> {
  const all = new Totals(table.columns);
  let current: {
    readonly key: string | null;
    readonly title: string;
    readonly totals: Totals;
  } | null = null;
  let rowNo = 0;
  for await (const rows of pages(trx, table, sql`(${group})::text`, onRows)) {
    const written: SheetCell[][] = [];
    for (const { group_key: key, cells } of rows) {
      if (current && current.key !== key)
        written.push(current.totals.row(`Итого: ${current.title}`));
      if (!current || current.key !== key)
        current = { key, title: titleOf(groupBy, key), totals: new Totals(table.columns) };
      rowNo += 1;
      current.totals.add(cells);
      all.add(cells);
      written.push([
        current.title,
        ...cells.map((cell, index) => shownCell(table.columns[index], cell, rowNo)),
      ]);
    }
    yield written;
  }
  if (current) yield [current.totals.row(`Итого: ${current.title}`), all.row("Всего")];
}

class Totals {
  readonly #columns: readonly ExportColumn[];
  readonly #sums: bigint[];
  #count = 0;

  constructor(columns: readonly ExportColumn[]) {
    this.#columns = columns;
    this.#sums = columns.map(() => 0n);
  }

  add(cells: readonly (string | null)[]): void {
    this.#count += 1;
    this.#columns.forEach(({ kind }, index) => {
      const cell = cells[index];
      if ((kind === "money" || kind === "count") && cell)
        this.#sums[index] = (this.#sums[index] ?? 0n) + BigInt(cell);
    });
  }

  row(title: string): SheetCell[] {
    return [
      `${title} (${countOf(this.#count, ROWS)})`,
      ...this.#columns.map(({ kind }, index) =>
        kind === "money" || kind === "count" ? cellOf(kind, String(this.#sums[index]), 0) : null,
      ),
    ];
  }
}

const MONTH = new Intl.DateTimeFormat("ru-RU", { month: "long", year: "numeric", timeZone: "UTC" });

function titleOf(groupBy: ExportGroupBy, key: string | null): string {
  if (key === null || key === "") return "Без группы";
  // «ноябрь 2026 г.» → «ноябрь 2026»
  return groupBy === "MONTH"
    ? MONTH.format(new Date(`${key}-01T00:00:00Z`)).replace(/\s?г\.$/, "")
    : key;
}

function shownCell(
  column: ExportColumn | undefined,
  value: string | null,
  rowNo: number,
): SheetCell {
  return column?.show && value !== null
    ? column.show(value)
    : cellOf(column?.kind ?? "text", value, rowNo);
}

function cellOf(kind: CellKind, value: string | null, rowNo: number): SheetCell {
  if (kind === "rowNo") return { count: rowNo };
  if (value === null || value === "") return null;
  if (kind === "money") return { number: decimalSum(BigInt(value)) };
  if (kind === "count") return { count: Number(value) };
  return kind === "date" ? { date: value } : value;
}
