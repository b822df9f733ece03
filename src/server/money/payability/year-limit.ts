import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { overYearSentence } from "#contract/workmen/work-refusal.ts";
import { rateOn } from "#server/data/rate-on.ts";
import type { Trx } from "#server/data/transaction.ts";
import { yearIncome } from "#server/data/year-income.ts";
import { conflict } from "#server/http/app-error.ts";
import { SELF_EMPLOYED } from "./pay-cause.ts";

/**
 * Until the commit, in order of id. A payment begun holds its part of the limit (`yearIncome`)
 * until it ends, also into the next year. So whoever begins payments locks, counts and begins, in
 * this order; and whoever ends what payments need, as a worker who leaves, locks before he looks for them.
 *
 * @param workmanIds - a set in SQL: 100 000 workers take two statements.
 */
export async function lockYearLimits(trx: Trx, workmanIds: RawBuilder<number>): Promise<void> {
  await sql`
    INSERT INTO year_limit_locks (workman_id)
    SELECT w.id
    FROM workmen w
    WHERE w.id IN ${workmanIds}
      AND NOT EXISTS (SELECT FROM year_limit_locks l WHERE l.workman_id = w.id)
    ORDER BY w.id
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`
    WITH locked AS MATERIALIZED (
      SELECT FROM year_limit_locks
      WHERE workman_id IN ${workmanIds}
      ORDER BY workman_id
      FOR UPDATE
    )
    SELECT count(*) FROM locked`.execute(trx);
}

/**
 * For one payment that begins again: counted already, under the worker's lock.
 *
 * @throws AppError `conflict` - the worker's year has no room for it.
 */
export async function requireWithinYear(
  trx: Trx,
  payment: { readonly workman_id: number; readonly amount_kopecks: bigint },
  at: Date,
): Promise<void> {
  const today = moscowDate(at);
  const { rows } = await sql<{ left: bigint }>`
    SELECT ${rateOn("npd-year-limit-kopecks", today)} - ${yearIncome(today)} AS left
    FROM workmen w
    WHERE w.id = ${payment.workman_id}
      AND w.taxpayer_type = ANY (${SELF_EMPLOYED}::text[])`.execute(trx);
  const left = rows[0]?.left ?? 0n;
  if (left < 0n) throw conflict(overYearSentence(left + payment.amount_kopecks));
}
