import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { startOfYear } from "#server/data/year-income.ts";

/** What was opened at midnight is committed by then. */
const FIRST_MINUTES_MS = 600_000;

/** When an old year's payments may be there again: due times are never set into the past. */
export function nextCarryAfter(at: Date): Date {
  const today = moscowDate(at);
  const isFresh = at.getTime() - startOfYear(today).getTime() < FIRST_MINUTES_MS;
  return isFresh ? at : startOfYear(today, 1);
}

/**
 * A payment begun in the old year whose receipt nobody has asked for is paid in the new one: its
 * income counts for this year's limit and tax. Committed before the request: the due time is the
 * operation's time in every retry.
 */
export async function carryIntoNewYear(db: Kysely<Schema>, at: Date): Promise<void> {
  await sql`
    UPDATE payouts p
    SET due_at = ${at}
    WHERE p.state = 'RECEIPT_PENDING'
      AND p.due_at < ${startOfYear(moscowDate(at))}
      AND NOT EXISTS (SELECT FROM receipts r
        WHERE r.account_id = p.account_id AND r.payout_id = p.id)`.execute(db);
}
