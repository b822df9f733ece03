import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { RegistryRow } from "../registry-row.ts";

/** Facts of a row beside its cells, in the order `EXPORT_FIELDS` selects them; an absent one is the empty text. */
export const EXPORT_FIELDS = ["id", "rowNo", "line", "state", "issues", "amount", "commission", "workStart", "workEnd", "actDate", "inn", "payoutState", "failure", "paidAt", "receiptId", "receiptAt", "actNumber"] as const;
export type ExportField = (typeof EXPORT_FIELDS)[number];

const UNIT = "\u001f";
const RECORD = "\u001e";
const PAGE_ROWS = 2_000;

/**
 * The rows of a registry as texts, a page after another in their order, never holding more than a page.
 *
 * PostgreSQL sends a page as one text with separators no stored cell can hold (`storable`), which costs a fifth of reading it row
 * by row. Each page is a query of its own, so a slow download keeps no connection.
 *
 * @returns for each row the facts, then the cells in the order of the kind's columns.
 */
export async function* exportRows(db: Kysely<Schema>, registry: RegistryRow, onlyErrors: boolean): AsyncGenerator<string[][], void, void> {
  let next = readPage(db, registry, onlyErrors, 0);
  for (;;) {
    const { last, page } = await next;
    if (!last || !page) return;
    // The database works at the next page while this one is being written; if nobody comes for it, its error is nobody's.
    next = readPage(db, registry, onlyErrors, last);
    next.catch(() => undefined);
    yield page.split(RECORD).map((line) => line.split(UNIT));
  }
}

async function readPage(db: Kysely<Schema>, registry: RegistryRow, onlyErrors: boolean, after: number): Promise<{ last: number | null; page: string | null }> {
  const { rows } = await sql<{ last: number | null; page: string | null }>`
    SELECT max(row_no) AS last, string_agg(line, ${RECORD} ORDER BY row_no) AS page FROM (${exportLines(registry, onlyErrors, after)} LIMIT ${PAGE_ROWS}) page`.execute(db);
  return rows[0] ?? { last: null, page: null };
}

/** `row_no` and `line` of the rows after the given one. A registry that was not started has nothing to join. */
function exportLines(registry: RegistryRow, onlyErrors: boolean, after: number) {
  const moscow = (column: ReturnType<typeof sql>) => sql`to_char(${column} AT TIME ZONE 'Europe/Moscow', 'YYYY-MM-DD')`;
  const isStarted = registry.payout_count > 0;
  const outcome = isStarted
    ? sql`coalesce(p.state, ''), coalesce(p.failure_reason, ''), coalesce(${moscow(sql`p.paid_at`)}, ''), CASE WHEN r.state = 'REGISTERED' THEN r.tax_receipt_id ELSE '' END, coalesce(${moscow(sql`r.registered_at`)}, ''), coalesce(d.number, '')`
    : sql`'', '', '', '', '', ''`;
  const joins = isStarted
    ? sql`LEFT JOIN payouts p ON p.account_id = i.account_id AND p.registry_id = i.registry_id AND p.row_no = i.row_no
          LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
          LEFT JOIN job_documents d ON d.payout_id = p.id AND d.type = 'ACT'`
    : sql``;
  return sql`
    SELECT i.row_no, concat_ws(${UNIT}, i.id, i.row_no, coalesce(i.file_line::text, ''), i.state, coalesce(i.issues::text, ''), coalesce(i.amount_kopecks::text, ''), coalesce(i.commission_kopecks::text, ''),
      coalesce(i.work_start::text, ''), coalesce(i.work_end::text, ''), coalesce(i.act_date::text, ''), coalesce(i.inn, ''), ${outcome}, array_to_string(i.cells, ${UNIT}, '')) AS line
    FROM registry_items i ${joins}
    WHERE i.account_id = ${registry.account_id} AND i.registry_id = ${registry.id} AND i.created_on = ${registry.created_on}::date AND i.row_no > ${after} ${onlyErrors ? sql`AND i.error_count > 0` : sql``}
    ORDER BY i.row_no`;
}
