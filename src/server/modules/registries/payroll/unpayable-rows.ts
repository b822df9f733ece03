import { sql, type Kysely } from "kysely";
import type { FindingCode } from "#contract/registries/registry-findings.ts";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import { rateOn } from "#server/data/rate-on.ts";
import type { Counted } from "#server/data/year-income.ts";
import { payableColumns, payCauseOf } from "#server/money/payability/index.ts";

interface SuspectRow {
  readonly row_no: number;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly cause: FindingCode;
  readonly outdated: readonly WorkmanDocumentType[];
  /** What the workman may still earn this year besides this registry, kopecks. */
  readonly left_kopecks: bigint;
}

export interface UnpayableRow extends Omit<SuspectRow, "left_kopecks"> {
  /** What is left for this row after the rows before it, kopecks. */
  readonly leftKopecks: bigint;
}

/**
 * Ready rows that may not be paid now, each with its first cause, by the one judge (`payCauseOf`):
 * asked by dry runs, confirmations and starts. Read-only and one statement, as 100 000 rows are read
 * just before their money is frozen.
 *
 * @param today - Moscow date; the database's own is three hours behind.
 * @param counted - towards the limit of which year.
 */
export async function unpayableRows(
  db: Kysely<Schema> | Trx,
  registry: { readonly account_id: number; readonly id: number; readonly created_on: string },
  today: CalendarDate,
  counted: Counted = {},
): Promise<UnpayableRow[]> {
  const { rows } = await sql<SuspectRow>`
    WITH item AS MATERIALIZED (
      SELECT i.account_id, i.registry_id, i.row_no, i.workman_id, i.service_id, i.external_id,
        i.payout_kind, i.work_end, i.amount_kopecks, i.commission_kopecks,
        sum(i.amount_kopecks) OVER (PARTITION BY i.workman_id)::bigint AS own_kopecks
      FROM registry_items i
      WHERE i.account_id = ${registry.account_id}
        AND i.registry_id = ${registry.id}
        AND i.created_on = ${registry.created_on}::date
        AND i.state = 'READY_TO_APPLY'
    ), worker AS MATERIALIZED (
      SELECT w.id, ${payableColumns(today, counted)}
      FROM (SELECT DISTINCT workman_id FROM item) d
      JOIN workmen w ON w.id = d.workman_id
    ), listed AS MATERIALIZED (
      SELECT w.id AS workman_id
      FROM blacklist_entries b
      JOIN workmen w ON w.inn = b.inn
      WHERE b.account_id = ${registry.account_id} AND (b.until IS NULL OR b.until >= ${today}::date)
      UNION SELECT w.id
      FROM blacklist_entries b
      JOIN people p ON p.phone = b.phone
      JOIN workmen w ON w.person_id = p.id
      WHERE b.account_id = ${registry.account_id} AND (b.until IS NULL OR b.until >= ${today}::date)
    )
    SELECT row_no, workman_id, amount_kopecks, commission_kopecks, cause, outdated, left_kopecks
    FROM (
      SELECT i.row_no, i.workman_id, i.amount_kopecks, i.commission_kopecks, f.outdated,
        CASE
          WHEN f."smzState" = 'LIMITED' THEN 0
          ELSE coalesce(the_limit.value - f."earnedKopecks", 0) END AS left_kopecks,
        coalesce(${payCauseOf({
          isBlacklisted: sql`l.workman_id IS NOT NULL`,
          allowedTaxpayerTypes: sql`s.allowed_taxpayer_types`,
          workEnd: sql`to_char(i.work_end, 'YYYY-MM-DD')`,
          payoutKind: sql`i.payout_kind`,
          sumKopecks: sql`i.own_kopecks`,
          leftKopecks: sql`(the_limit.value - f."earnedKopecks")`,
        })}, CASE
          WHEN i.external_id IS NOT NULL AND EXISTS (
            SELECT FROM registry_items o
            JOIN registries r ON r.account_id = o.account_id AND r.id = o.registry_id
            WHERE r.kind = 'payroll'
              AND o.account_id = i.account_id
              AND o.external_id = i.external_id
              AND o.registry_id <> i.registry_id
              AND o.state = 'READY_TO_APPLY'
              AND r.state IN ('SCHEDULED', 'EXECUTING', 'EXECUTED', 'PARTIALLY_EXECUTED')
          ) THEN 'external_id_used'
          WHEN NOT s.active THEN 'service_not_found' END) AS cause
      FROM item i
      JOIN worker f ON f.id = i.workman_id
      JOIN services s ON s.id = i.service_id
      LEFT JOIN listed l ON l.workman_id = i.workman_id
      LEFT JOIN ${rateOn("npd-year-limit-kopecks", counted.paidOn ?? today)} the_limit ON true
    ) judged
    WHERE cause IS NOT NULL
    ORDER BY row_no`.execute(db);
  return withoutFitting(rows);
}

/**
 * Rows of a workman whose whole registry exceeds his limit are taken in their order, as validation
 * does: those that still fit are paid.
 */
function withoutFitting(rows: readonly SuspectRow[]): UnpayableRow[] {
  const lefts = new Map<number, bigint>();
  return rows.flatMap(({ left_kopecks: leftOfYear, ...row }) => {
    const leftKopecks = lefts.get(row.workman_id) ?? leftOfYear;
    if (row.cause !== "year_limit" || row.amount_kopecks > leftKopecks)
      return [{ ...row, leftKopecks }];
    lefts.set(row.workman_id, leftKopecks - row.amount_kopecks);
    return [];
  });
}
