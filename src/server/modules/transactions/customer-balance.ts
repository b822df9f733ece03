import { sql, type RawBuilder } from "kysely";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { endOfMoscowDay } from "#server/data/moscow-day.ts";

/** `mine (id, code, balance_kopecks)` for WITH. */
export function customerAccounts(accountId: number): RawBuilder<unknown> {
  return sql`
    mine AS (SELECT id, code, balance_kopecks
      FROM ledger_accounts
      WHERE account_id = ${accountId}
        AND workman_id = 0
        AND period = ''
        AND code IN ('CUST_AVAIL', 'CUST_RES'))`;
}

/** `(available, reserved)`, beside `mine`: balance less later postings. */
export function balanceAtEndOf(day: CalendarDate): RawBuilder<unknown> {
  const later = sql`
    SELECT sum(p.amount_kopecks)
    FROM postings p
    WHERE p.ledger_account_id = m.id AND p.at >= ${endOfMoscowDay(day)}`;
  return sql`(
    SELECT coalesce(sum(b.balance) FILTER (WHERE b.code = 'CUST_AVAIL'), 0)::bigint AS available,
      coalesce(sum(b.balance) FILTER (WHERE b.code = 'CUST_RES'), 0)::bigint AS reserved
    FROM (SELECT m.code, m.balance_kopecks + coalesce((${later}), 0) AS balance FROM mine m) b
  )`;
}
