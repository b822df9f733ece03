import { sql, type Kysely } from "kysely";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { endOfMoscowDay } from "#server/data/moscow-day.ts";

/** At the end of `day`, undecided: on no balance, so it would be nowhere without this line. */
export async function returnedAtEndOf(
  db: Kysely<Schema>,
  accountId: number,
  day: CalendarDate,
): Promise<{ readonly count: number; readonly kopecks: bigint }> {
  const { rows } = await sql<{ count: number; kopecks: bigint }>`
    WITH own AS (
      SELECT id FROM ledger_accounts WHERE account_id = ${accountId} AND code = 'WORK_ACCRUED'
    ), back AS (
      SELECT DISTINCT p.payout_id
      FROM ledger_entries e JOIN postings p ON p.entry_id = e.id AND p.at = e.at
      WHERE e.account_id = ${accountId}
        AND e.event_type = 'PAYOUT_RETURNED'
        AND e.at < ${endOfMoscowDay(day)}
        AND p.ledger_account_id IN (SELECT id FROM own)
    ), last AS (
      SELECT DISTINCT ON (p.payout_id) p.payout_id, e.event_type, -p.amount_kopecks AS kopecks
      FROM back
      JOIN postings p ON p.payout_id = back.payout_id
      JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.ledger_account_id IN (SELECT id FROM own) AND p.at < ${endOfMoscowDay(day)}
        AND e.event_type IN ('PAYOUT_SENT', 'PAYOUT_RETURNED', 'PAYOUT_GIVEN_UP')
      ORDER BY p.payout_id, p.at DESC, e.id DESC
    )
    SELECT count(*)::integer AS count, coalesce(sum(kopecks), 0)::bigint AS kopecks
    FROM last
    WHERE event_type = 'PAYOUT_RETURNED'`.execute(db);
  return rows[0] ?? { count: 0, kopecks: 0n };
}
