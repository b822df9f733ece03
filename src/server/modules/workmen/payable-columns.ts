import { sql, type RawBuilder } from "kysely";

/**
 * What decides about paying workmen `w`, as columns: `PayableFacts` of the contract, the full name, and the income registered this year.
 *
 * @param today - Moscow day, yyyy-MM-dd: its year is the one the tax service counts by.
 */
export function payableColumns(today: string): RawBuilder<unknown> {
  const yearStart = new Date(`${today.slice(0, 4)}-01-01T00:00:00+03:00`);
  return sql`w.state, w.smz_state AS "smzState", w.taxpayer_type AS "taxpayerType", w.payout_kind AS "payoutKind",
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS "fullName",
      EXISTS (SELECT FROM workman_cards c WHERE c.workman_id = w.id AND c.status = 'ok') AS "hasCard",
      EXISTS (SELECT FROM workman_payment_accounts a WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL) AS "hasPaymentAccount",
      coalesce((SELECT sum(r.amount_kopecks) FROM receipts r WHERE r.workman_id = w.id AND r.state IN ('SENT', 'REGISTERED') AND r.operation_at >= ${yearStart}), 0)::bigint AS "earnedKopecks"`;
}
