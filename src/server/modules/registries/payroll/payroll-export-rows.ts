import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { moscowTextOf } from "#server/data/moscow-day.ts";
import type { Read } from "#server/data/reads.ts";
import { FAILURE_CODE } from "#server/money/payouts/index.ts";
import { LINE } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";

/** Beside the cells, in the order of the SELECT; absent: an empty text. */
export const EXPORT_FIELDS = [
  "id",
  "line",
  "state",
  "issues",
  "commission",
  "workStart",
  "workEnd",
  "actDate",
  "inn",
  "payoutState",
  "failure",
  "paidAt",
  "receiptId",
  "receiptAt",
  "actNumber",
] as const;
export type ExportField = (typeof EXPORT_FIELDS)[number];

const PAGE_ROWS = 1_000;
/** Within a page's text: no stored cell holds these (`storable`). */
const CELL_BREAK = "\u001f";
const ROW_BREAK = "\u001e\n";

/** On the database chosen for the page. */
export type ReadPage = (read: Read<Page>) => Promise<Page>;

/**
 * As texts, in order, one page in memory. PostgreSQL sends a page as one text, at a fifth of the
 * cost of rows. Each page is a query, so a slow download holds no connection.
 *
 * @returns per row the facts, then cells in the order of the columns.
 */
export async function* exportRows(
  read: ReadPage,
  registry: RegistryRow,
): AsyncGenerator<string[][], void, void> {
  const pageAfter = (rowNo: number) => read((db) => readPage(db, registry, rowNo));
  let next = pageAfter(0);
  for (;;) {
    const { last, page } = await next;
    if (!last || !page) return;
    // Reads ahead. If the reader stops, the error must not be unhandled.
    next = pageAfter(last);
    next.catch(() => undefined);
    yield page.split(ROW_BREAK).map((line) => line.split(CELL_BREAK));
  }
}

interface Page {
  readonly last: number | null;
  readonly page: string | null;
}

async function readPage(db: Kysely<Schema>, registry: RegistryRow, after: number): Promise<Page> {
  const joins = isStarted(registry)
    ? sql`
      LEFT JOIN payouts p ON p.account_id = i.account_id
        AND p.registry_id = i.registry_id
        AND p.row_no = i.row_no
          LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
          LEFT JOIN job_documents d ON d.payout_id = p.id AND d.type = 'ACT'`
    : sql``;
  const { rows } = await sql<Page>`
    SELECT max(row_no) AS last, string_agg(line, ${ROW_BREAK} ORDER BY row_no) AS page FROM (
      SELECT i.row_no, ${factsLine(registry)} AS line FROM registry_items i ${joins}
      WHERE i.account_id = ${registry.account_id}
        AND i.registry_id = ${registry.id}
        AND i.created_on = ${registry.created_on}::date
        AND i.row_no > ${after}
      ORDER BY i.row_no LIMIT ${PAGE_ROWS}
    ) page`.execute(db);
  return rows[0] ?? { last: null, page: null };
}

function isStarted(registry: RegistryRow): boolean {
  return registry.payout_count > 0;
}

function factsLine(registry: RegistryRow): RawBuilder<unknown> {
  const outcome = isStarted(registry)
    ? sql`
      coalesce(p.state, ''), coalesce(${FAILURE_CODE}, ''),
        coalesce(${moscowTextOf(sql`p.paid_at`, "YYYY-MM-DD")}, ''), CASE
        WHEN r.state = 'REGISTERED' THEN r.tax_receipt_id
        ELSE '' END, coalesce(${moscowTextOf(sql`r.registered_at`, "YYYY-MM-DD")}, ''),
          coalesce(d.number, '')`
    : sql`'', '', '', '', '', ''`;
  return sql`
    concat_ws(${CELL_BREAK}, i.id, ${LINE}, i.state,
      coalesce(i.issues::text, ''),
      coalesce(i.commission_kopecks::text, ''),
    coalesce(i.work_start::text, ''), coalesce(i.work_end::text, ''),
      coalesce(i.act_date::text, ''), coalesce(i.inn, ''), ${outcome},
      array_to_string(i.cells, ${CELL_BREAK}, ''))`;
}
