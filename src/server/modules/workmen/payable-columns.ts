import { sql, type RawBuilder } from "kysely";
import { yearIncome } from "#server/data/year-income.ts";

/**
 * Columns of workmen `w` that decide payments: the contract's `PayableFacts`, full name and income
 * of this year.
 * @param today - Moscow date, yyyy-MM-dd: the tax service counts by its year.
 */
export function payableColumns(today: string): RawBuilder<unknown> {
  return sql`
    w.state, w.smz_state AS "smzState", w.taxpayer_type AS "taxpayerType",
      w.payout_kind AS "payoutKind",
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS "fullName",
      EXISTS (SELECT FROM workman_cards c
        WHERE c.workman_id = w.id AND c.status = 'ok') AS "hasCard",
      EXISTS (SELECT FROM workman_payment_accounts a
        WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL) AS "hasPaymentAccount",
      ${yearIncome(today)} AS "earnedKopecks"`;
}

/** Blacklisted by the account, by INN or phone: an entry may have either. */
export function isBlacklisted(
  accountId: RawBuilder<unknown> | number,
  today: string,
): RawBuilder<boolean> {
  return sql`
    EXISTS (SELECT FROM blacklist_entries b
      WHERE b.account_id = ${accountId} AND (b.until IS NULL OR b.until >= ${today}::date)
    AND (b.inn = w.inn OR b.phone = (SELECT p.phone FROM people p WHERE p.id = w.person_id)))`;
}
