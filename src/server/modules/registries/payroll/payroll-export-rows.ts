import { sql, type Kysely, type RawBuilder } from "kysely";
import { PAYROLL_COLUMNS, type PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import type { Schema } from "#server/database/schema.ts";
import { moscowTextOf } from "#server/platform/moscow-day.ts";
import type { Read } from "#server/platform/reads.ts";
import { linkOfReceipt } from "#server/platform/site-links.ts";
import { CELL_BREAK, RAW_ROW, ROW_BREAK } from "#server/platform/spreadsheet/csv-page.ts";
import type { RegistryRow } from "../registry-row.ts";

/** Facts of a row beside its cells, in the order `EXPORT_FIELDS` selects them; an absent one is the empty text. */
export const EXPORT_FIELDS = ["id", "rowNo", "line", "state", "issues", "amount", "commission", "workStart", "workEnd", "actDate", "inn", "payoutState", "failure", "paidAt", "receiptId", "receiptAt", "actNumber"] as const;
export type ExportField = (typeof EXPORT_FIELDS)[number];

const PAGE_ROWS = 1_000;

/** Gives each page the database it is read from. */
export type ReadPage = (read: Read<Page>) => Promise<Page>;

/**
 * The rows of a registry as texts, a page after another in their order, never holding more than a page.
 *
 * PostgreSQL sends a page as one text with separators no stored cell can hold (`storable`), which costs a fifth of reading it row
 * by row. Each page is a query of its own, so a slow download keeps no connection.
 *
 * @returns for each row the facts, then the cells in the order of the kind's columns.
 */
export async function* exportRows(read: ReadPage, registry: RegistryRow, onlyErrors: boolean): AsyncGenerator<string[][], void, void> {
  for await (const page of readPages(read, registry, onlyErrors, factsLine(registry))) yield page.split(ROW_BREAK).map((line) => line.split(CELL_BREAK));
}

/**
 * The same as pages of texts ready to be shown, the number of the row first and the outcome last. Rows whose outcome has to be put
 * into words, and these alone, are `RAW_ROW` and the fields of `exportRows`.
 *
 * @param stateTitles - of the states of rows; of the states of payouts under `payout:` and the state.
 */
export function exportTexts(read: ReadPage, registry: RegistryRow, stateTitles: Readonly<Record<string, string>>): AsyncGenerator<string, void, void> {
  const hasOutcome = isStarted(registry) ? sql`p.failure_reason IS NOT NULL OR` : sql``;
  const line = sql`CASE WHEN ${hasOutcome} i.state = 'VALIDATION_FAILED' THEN ${RAW_ROW} || ${factsLine(registry)} ELSE ${textsLine(registry, stateTitles)} END`;
  return readPages(read, registry, false, line);
}

async function* readPages(read: ReadPage, registry: RegistryRow, onlyErrors: boolean, line: RawBuilder<unknown>): AsyncGenerator<string, void, void> {
  const pageAfter = (rowNo: number) => read((db) => readPage(db, registry, onlyErrors, line, rowNo));
  let next = pageAfter(0);
  for (;;) {
    const { last, page } = await next;
    if (!last || !page) return;
    // The database works at the next page while this one is being written; if nobody comes for it, its error is nobody's.
    next = pageAfter(last);
    next.catch(() => undefined);
    yield page;
  }
}

export interface Page {
  readonly last: number | null;
  readonly page: string | null;
}

async function readPage(db: Kysely<Schema>, registry: RegistryRow, onlyErrors: boolean, line: RawBuilder<unknown>, after: number): Promise<Page> {
  const joins = isStarted(registry)
    ? sql`LEFT JOIN payouts p ON p.account_id = i.account_id AND p.registry_id = i.registry_id AND p.row_no = i.row_no
          LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
          LEFT JOIN job_documents d ON d.payout_id = p.id AND d.type = 'ACT'`
    : sql``;
  const { rows } = await sql<Page>`
    SELECT max(row_no) AS last, string_agg(line, ${ROW_BREAK} ORDER BY row_no) AS page FROM (
      SELECT i.row_no, ${line} AS line FROM registry_items i ${joins}
      WHERE i.account_id = ${registry.account_id} AND i.registry_id = ${registry.id} AND i.created_on = ${registry.created_on}::date AND i.row_no > ${after} ${onlyErrors ? sql`AND i.error_count > 0` : sql``}
      ORDER BY i.row_no LIMIT ${PAGE_ROWS}
    ) page`.execute(db);
  return rows[0] ?? { last: null, page: null };
}

/** A registry that was not started has nothing to join. */
function isStarted(registry: RegistryRow): boolean {
  return registry.payout_count > 0;
}

function factsLine(registry: RegistryRow): RawBuilder<unknown> {
  const outcome = isStarted(registry)
    ? sql`coalesce(p.state, ''), coalesce(p.failure_reason, ''), coalesce(${moscowTextOf(sql`p.paid_at`, "YYYY-MM-DD")}, ''), CASE WHEN r.state = 'REGISTERED' THEN r.tax_receipt_id ELSE '' END, coalesce(${moscowTextOf(sql`r.registered_at`, "YYYY-MM-DD")}, ''), coalesce(d.number, '')`
    : sql`'', '', '', '', '', ''`;
  return sql`concat_ws(${CELL_BREAK}, i.id, i.row_no, coalesce(i.file_line::text, ''), i.state, coalesce(i.issues::text, ''), coalesce(i.amount_kopecks::text, ''), coalesce(i.commission_kopecks::text, ''),
    coalesce(i.work_start::text, ''), coalesce(i.work_end::text, ''), coalesce(i.act_date::text, ''), coalesce(i.inn, ''), ${outcome}, array_to_string(i.cells, ${CELL_BREAK}, ''))`;
}

function textsLine(registry: RegistryRow, stateTitles: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const removed = [...registry.removed_rows].sort((one, other) => one - other);
  const rowNo = removed.length === 0 ? sql`i.row_no` : sql`i.row_no - width_bucket(i.row_no, ${removed}::integer[])`;
  const key = isStarted(registry) ? sql`coalesce('payout:' || p.state, i.state)` : sql`i.state`;
  const title = sql`coalesce(${JSON.stringify(stateTitles)}::jsonb ->> ${key}, ${key})`;
  const outcome = isStarted(registry)
    ? sql`coalesce(${moscowTextOf(sql`p.paid_at`, "DD.MM.YYYY")}, ''), coalesce(${moscowTextOf(sql`r.registered_at`, "DD.MM.YYYY")}, ''),
        CASE WHEN r.state = 'REGISTERED' AND r.tax_receipt_id <> '' THEN replace(replace(${linkOfReceipt("{inn}", "{receipt}")}, '{inn}', coalesce(i.inn, '')), '{receipt}', r.tax_receipt_id) ELSE '' END, coalesce(d.number, '')`
    : sql`'', '', '', ''`;
  return sql`concat_ws(${CELL_BREAK}, ${rowNo}, ${sql.join(PAYROLL_COLUMNS.map(({ key: column }, index) => cellText(column, index + 1)))}, ${title}, '', coalesce(${rubles(sql`i.commission_kopecks`)}, ''), ${outcome})`;
}

/** What was understood where it is a date or a sum, else the text of the file. */
function cellText(column: PayrollColumnKey, place: number): RawBuilder<unknown> {
  const cell = sql`i.cells[${sql.lit(place)}]`;
  switch (column) {
    case "workStart":
      return sql`coalesce(to_char(i.work_start, 'DD.MM.YYYY'), ${cell}, '')`;
    case "workEnd":
      return sql`coalesce(to_char(i.work_end, 'DD.MM.YYYY'), ${cell}, '')`;
    case "actDate":
      return sql`coalesce(to_char(i.act_date, 'DD.MM.YYYY'), ${cell}, '')`;
    case "amount":
      return sql`coalesce(${rubles(sql`i.amount_kopecks`)}, ${cell}, '')`;
    default:
      return sql`coalesce(${cell}, '')`;
  }
}

/** Kopecks, never negative here, as `1234,56`. */
function rubles(kopecks: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${kopecks} / 100) || ',' || lpad((${kopecks} % 100)::text, 2, '0')`;
}
