import { sql, type RawBuilder } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import { HELD_MS } from "#server/money/bank-orders/index.ts";
import { LARGE_SUMS_WAIT_MS } from "./tell-change.ts";

/** Of workmen `w`: the first change of the day, so that another one begins no new day. */
const changedAt = (at: Date) => sql<Date | null>`
  coalesce((SELECT min(d.changed_at)
    FROM destination_changes d
    WHERE d.person_id = w.person_id
      AND d.account_id IS NULL
      AND d.changed_at > ${new Date(at.getTime() - LARGE_SUMS_WAIT_MS)}), CASE
    WHEN w.large_payouts_from > ${at} THEN w.large_payouts_from - interval '1 day' END)`;

/** Of workmen `w` since `f.since`; one that waits for the day's end does not count. */
const withdrawn = (at: Date) => sql<bigint>`
  coalesce((SELECT sum(t.amount_kopecks)
    FROM withdrawals t
    WHERE t.workman_id = w.id
      AND t.created_at >= f.since
      AND (t.state IN ('SENT', 'BANK_HELD', 'PAID')
        OR (t.state = 'READY' AND t.due_at <= ${new Date(at.getTime() + HELD_MS)}))), 0)::bigint`;

/** A payout `y` that has left since `f.since`, or may be leaving now. */
const hasLeft = (at: Date) => sql<boolean>`
  ((y.state IN ('SENT', 'BANK_HELD', 'PAID') AND y.sent_at >= f.since)
    OR (y.state = 'READY' AND coalesce(y.leased_until > ${at}, false)))`;

/** Payouts `y` of workmen `w`, by their acts: payouts have no index by worker. */
const PAYOUTS = sql`
  job_documents a
  JOIN payouts y ON y.account_id = a.account_id AND y.id = a.payout_id`;
const OF_WORKMAN = sql`a.workman_id = w.id AND a.type = 'ACT'`;

/** What has left for a fresh destination: withdrawals and payouts together. */
export async function leftThisDay(trx: Trx, workmanId: number, at: Date): Promise<bigint> {
  const { rows } = await sql<{ kopecks: bigint }>`
    SELECT ${withdrawn(at)} + coalesce((SELECT sum(y.amount_kopecks)
      FROM ${PAYOUTS}
      WHERE ${OF_WORKMAN} AND ${hasLeft(at)}), 0)::bigint AS kopecks
    FROM workmen w, LATERAL (SELECT ${changedAt(at)} AS since) f
    WHERE w.id = ${workmanId}`.execute(trx);
  return rows[0]?.kopecks ?? 0n;
}

/**
 * READY payouts that are too much for a fresh destination: large ones, and those with which the
 * day's sum would be. Told by their rows and order alone, so two processes leasing at once agree.
 *
 * @param workmen - ids, as a set in SQL.
 * @returns a SELECT of `account_id, id`.
 */
export function tooMuchToday(
  workmen: RawBuilder<unknown>,
  { boundKopecks, at }: { readonly boundKopecks: bigint; readonly at: Date },
): RawBuilder<unknown> {
  return sql`
    SELECT s.account_id, s.id
    FROM (SELECT y.account_id, y.id, y.amount_kopecks, y.state,
        ${withdrawn(at)} + sum(y.amount_kopecks)
          FILTER (WHERE ${hasLeft(at)} OR y.amount_kopecks <= ${boundKopecks})
          OVER (PARTITION BY w.id ORDER BY ${hasLeft(at)} DESC, y.id, y.account_id) AS sum
      FROM workmen w, LATERAL (SELECT ${changedAt(at)} AS since) f, ${PAYOUTS}
      WHERE w.id IN ${workmen}
        AND w.large_payouts_from > ${at}
        AND ${OF_WORKMAN}
        AND (y.state = 'READY' OR ${hasLeft(at)})) s
    WHERE s.state = 'READY'
      AND (s.amount_kopecks > ${boundKopecks} OR s.sum > ${boundKopecks})`;
}
