import { sql } from "kysely";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { PAYOUT_WORKING_DAYS } from "#contract/payouts/payout-states.ts";
import type { Trx } from "./transaction.ts";

/** Russia's longest holidays are eleven days. */
const DAYS_PER_WORKING_DAY = 4;
const LONGEST_HOLIDAYS = 14;

/** By when money sent that day has arrived. */
export function arrivesBy(trx: Trx, sentOn: CalendarDate): Promise<CalendarDate> {
  return workingDaysAfter(trx, sentOn, PAYOUT_WORKING_DAYS);
}

/** `from` is not counted; weekends are off unless the production calendar says otherwise. */
export async function workingDaysAfter(
  trx: Trx,
  from: CalendarDate,
  count: number,
): Promise<CalendarDate> {
  const { rows } = await sql<{ day: CalendarDate }>`
    SELECT d.at::date AS day
    FROM generate_series(${from}::date + 1,
      ${from}::date + ${count * DAYS_PER_WORKING_DAY + LONGEST_HOLIDAYS}::integer,
      interval '1 day') AS d(at)
    LEFT JOIN calendar_exceptions e ON e.day = d.at::date
    WHERE coalesce(e.is_working, extract(isodow FROM d.at) < 6)
    ORDER BY 1 OFFSET ${count - 1}
    LIMIT 1`.execute(trx);
  if (!rows[0]) throw new Error(`no ${count} working days after ${from}`);
  return rows[0].day;
}
