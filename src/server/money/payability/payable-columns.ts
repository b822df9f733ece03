import { sql, type RawBuilder } from "kysely";
import { yearIncome, type Counted } from "#server/data/year-income.ts";
import { outdatedPapers } from "#server/modules/workman-documents/index.ts";
import { HAS_CHOSEN_CARD, HAS_CONFIRMED_ACCOUNT } from "#server/money/destinations/index.ts";

/**
 * The contract's `PayableFacts`, full name and income of the year of workmen `w`.
 *
 * @param today - Moscow date, yyyy-MM-dd: the tax service counts by its year.
 * @param counted - what counts as income and of which year, if not today's.
 */
export function payableColumns(today: string, counted?: Counted): RawBuilder<unknown> {
  return sql`
    ${payableFacts(today)},
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS "fullName",
      ${yearIncome(counted?.paidOn ?? today, counted)} AS "earnedKopecks"`;
}

/** For the contract's judge and for `payCauseOf`; workmen `w`. */
export function payableFacts(today: string): RawBuilder<unknown> {
  return sql`
    w.state, w.smz_state AS "smzState", w.taxpayer_type AS "taxpayerType",
      w.payout_kind AS "payoutKind",
      ${HAS_CHOSEN_CARD} AS "hasCard", ${HAS_CONFIRMED_ACCOUNT} AS "hasPaymentAccount",
      ${outdatedPapers(today)} AS outdated,
      to_char(w.bound_at AT TIME ZONE 'Europe/Moscow', 'YYYY-MM-DD') AS "boundOn"`;
}

/** By INN or phone: an entry may have either. */
export function isBlacklisted(
  accountId: RawBuilder<unknown> | number,
  today: string,
): RawBuilder<boolean> {
  return sql`
    EXISTS (SELECT FROM blacklist_entries b
      WHERE b.account_id = ${accountId} AND (b.until IS NULL OR b.until >= ${today}::date)
    AND (b.inn = w.inn OR b.phone = (SELECT p.phone FROM people p WHERE p.id = w.person_id)))`;
}
