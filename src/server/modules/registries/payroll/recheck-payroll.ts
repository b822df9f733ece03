import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { REGISTRY_ISSUES, type RegistryIssueCode } from "#contract/registries/registry-issues.ts";
import type { RegistryRow } from "../registry-row.ts";

export interface PayrollProblem {
  readonly cause: RegistryIssueCode;
  readonly message: string;
  readonly count: number;
}

/**
 * What has become wrong with ready rows since they were checked: a worker blocked, blacklisted or no longer self-employed,
 * a card unbound. Reads only, in one statement, because 100 000 rows are looked at just before the money is frozen.
 *
 * @param today - the business date: the database's own is three hours behind it.
 */
export async function recheckPayroll(db: Kysely<Schema> | Trx, registry: RegistryRow, today: CalendarDate): Promise<PayrollProblem[]> {
  const { rows } = await sql<{ cause: RegistryIssueCode; count: number }>`
    SELECT cause, count(*)::integer AS count FROM (
      SELECT CASE
        WHEN w.state <> 'ACTIVE' THEN 'worker_not_active'
        WHEN w.taxpayer_type = 'INDIVIDUAL' THEN 'worker_not_self_employed'
        WHEN w.taxpayer_type IN ('SMZ', 'IP_SMZ') AND w.smz_state = 'NOACCESS' THEN 'worker_no_tax_access'
        WHEN w.taxpayer_type IN ('SMZ', 'IP_SMZ') AND w.smz_state <> 'OK' THEN 'worker_not_self_employed'
        WHEN b.id IS NOT NULL THEN 'worker_blacklisted'
        WHEN i.external_id IS NOT NULL AND EXISTS (
          SELECT FROM registry_items o JOIN registries r ON r.account_id = o.account_id AND r.id = o.registry_id
          WHERE o.account_id = i.account_id AND o.external_id = i.external_id AND o.registry_id <> i.registry_id AND o.state = 'READY_TO_APPLY'
            AND r.state IN ('SCHEDULED', 'EXECUTING', 'EXECUTED', 'PARTIALLY_EXECUTED')
        ) THEN 'external_id_used'
        WHEN NOT s.active THEN 'service_not_found'
        WHEN i.payout_kind = 'CARD' AND NOT EXISTS (SELECT FROM workman_cards c WHERE c.workman_id = w.id AND c.status = 'ok') THEN 'no_payout_details'
        WHEN i.payout_kind = 'PAYMENT_ACCOUNT' AND NOT EXISTS (SELECT FROM workman_payment_accounts a WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL) THEN 'no_payout_details'
      END AS cause
      FROM registry_items i
      JOIN workmen w ON w.id = i.workman_id
      JOIN services s ON s.id = i.service_id
      LEFT JOIN blacklist_entries b ON b.account_id = i.account_id AND b.inn = i.inn AND (b.until IS NULL OR b.until >= ${today}::date)
      WHERE i.account_id = ${registry.account_id} AND i.registry_id = ${registry.id} AND i.created_on = ${registry.created_on}::date AND i.state = 'READY_TO_APPLY'
    ) found WHERE cause IS NOT NULL GROUP BY cause ORDER BY count DESC`.execute(db);
  return rows.map((row) => ({ cause: row.cause, message: REGISTRY_ISSUES[row.cause].title, count: row.count }));
}
