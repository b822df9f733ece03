import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import { FIRST_PAUSE_MS, type NotedFailure } from "#server/work/set-aside.ts";

const A_MINUTE_MS = 60_000;
/**
 * Without an order that passed, whose refusal is final. Decision: of three orders at most, for more are an
 * outage anyhow, and seen by operators meanwhile. Final costs no money: people retry it, or it is in
 * the wallet; one that waits for ever hides a closed card from its owner.
 */
const A_DAY_MS = 86_400_000;

/** Of any kind, seen by all processes. Outside any transaction, once a minute at most. */
export async function noteTaken(db: Kysely<Schema>, at: Date): Promise<void> {
  await sql`
    UPDATE bank_reconciliation
    SET orders_taken_at = ${at}
    WHERE orders_taken_at IS NULL
      OR orders_taken_at NOT BETWEEN ${new Date(at.getTime() - A_MINUTE_MS)} AND ${at}`.execute(db);
}

/** Others have passed since it was last refused, or it has been refused for a day. */
export async function isRefusalFinal(
  trx: Trx,
  { tries, firstAt }: NotedFailure,
  at: Date,
): Promise<boolean> {
  if (at.getTime() - firstAt.getTime() >= A_DAY_MS) return true;
  const since = new Date(at.getTime() - FIRST_PAUSE_MS * 2 ** (tries - 2));
  const { rows } = await sql`
    SELECT 1 FROM bank_reconciliation WHERE orders_taken_at >= ${since}`.execute(trx);
  return rows.length > 0;
}
