import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import { REGISTRY_FINDINGS, type FindingCode } from "#contract/registries/registry-findings.ts";
import { outdatedPapers } from "#server/modules/workman-documents/index.ts";
import { yearIncome } from "#server/data/year-income.ts";
import { rateOn } from "#server/data/rate-on.ts";
import type { RegistryRow } from "../registry-row.ts";

export interface PayrollFinding {
  readonly cause: FindingCode;
  readonly message: string;
  readonly count: number;
}

/**
 * Findings that have appeared on ready rows since validation: a workman blocked, blacklisted or no
 * longer self-employed, an expired document, an unbound card, the yearly limit used by other
 * payments. Read-only and one statement: 100 000 rows are read just before the money is frozen.
 * @param today - Moscow date; the database's own is three hours behind.
 */
export async function validatePayrollAgain(
  db: Kysely<Schema> | Trx,
  registry: RegistryRow,
  today: CalendarDate,
): Promise<PayrollFinding[]> {
  const { rows } = await sql<{ cause: FindingCode; count: number }>`
    WITH item AS MATERIALIZED (
      SELECT i.account_id, i.registry_id, i.workman_id, i.service_id, i.external_id, i.payout_kind,
        sum(i.amount_kopecks) OVER (PARTITION BY i.workman_id ORDER BY i.row_no) AS running_kopecks
      FROM registry_items i
      WHERE i.account_id = ${registry.account_id}
        AND i.registry_id = ${registry.id}
        AND i.created_on = ${registry.created_on}::date
        AND i.state = 'READY_TO_APPLY'
    ), worker AS MATERIALIZED (
      SELECT w.id, ${yearIncome(today)} AS earned_kopecks,
        cardinality(${outdatedPapers(today)}) > 0 AS has_outdated
      FROM (SELECT DISTINCT workman_id FROM item) d
      JOIN workmen w ON w.id = d.workman_id
    ), the_limit AS MATERIALIZED ${rateOn("npd-year-limit-kopecks", today)},
      listed AS MATERIALIZED (
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
    SELECT cause, count(*)::integer AS count FROM (
      SELECT CASE
        WHEN w.state <> 'ACTIVE' THEN 'worker_not_active'
        WHEN w.taxpayer_type = 'INDIVIDUAL' THEN 'worker_not_self_employed'
        WHEN w.taxpayer_type IN ('SMZ', 'IP_SMZ')
          AND w.smz_state = 'NOACCESS' THEN 'worker_no_tax_access'
        WHEN w.taxpayer_type IN ('SMZ', 'IP_SMZ')
          AND w.smz_state <> 'OK' THEN 'worker_not_self_employed'
        WHEN y.has_outdated THEN 'worker_document_outdated'
        WHEN l.workman_id IS NOT NULL THEN 'worker_blacklisted'
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
        WHEN NOT s.active THEN 'service_not_found'
        WHEN w.taxpayer_type IN ('SMZ', 'IP_SMZ')
          AND y.earned_kopecks + i.running_kopecks > (SELECT value FROM the_limit) THEN 'year_limit'
        WHEN i.payout_kind = 'CARD'
          AND NOT EXISTS (SELECT FROM workman_cards c
            WHERE c.workman_id = w.id AND c.status = 'ok') THEN 'no_payout_details'
        WHEN i.payout_kind = 'PAYMENT_ACCOUNT'
          AND NOT EXISTS (SELECT FROM workman_payment_accounts a
            WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL) THEN 'no_payout_details'
      END AS cause
      FROM item i
      JOIN workmen w ON w.id = i.workman_id
      JOIN services s ON s.id = i.service_id
      JOIN worker y ON y.id = i.workman_id
      LEFT JOIN listed l ON l.workman_id = i.workman_id
    ) found WHERE cause IS NOT NULL GROUP BY cause ORDER BY count DESC`.execute(db);
  return rows.map((row) => ({
    cause: row.cause,
    message: REGISTRY_FINDINGS[row.cause].title,
    count: row.count,
  }));
}
