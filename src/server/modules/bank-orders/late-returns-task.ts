import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { BankGateway, PayoutFailure } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import { inBatchTransaction } from "#server/platform/batch-transaction.ts";
import type { Clock } from "#server/platform/clock.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

const BATCH = 1000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 3_600_000;

interface Dependencies {
  readonly db: Kysely<Schema>;
  readonly bank: BankGateway;
  readonly clock: Clock;
  readonly events: ProductEventBus;
}

/** Thrown by whoever ordered: the bank's answer to the order itself is not written yet, tell me of its return later. */
export class OrderUnderway extends Error {
  constructor(orderId: string) {
    super(`order ${orderId} came back before its answer was written`);
    this.name = "OrderUnderway";
  }
}

/**
 * Finds money that came back after the bank had confirmed it, up to ten days later. What the bank lists is kept first, together with how far
 * its list was read; then each return is told by `bank.order-returned` until whoever ordered has taken it. One that cannot be taken waits
 * longer each time and keeps nobody else waiting.
 */
export function lateReturnsTask(deps: Dependencies): BackgroundTask {
  return {
    name: "bank-orders.late-returns",
    idleMs: FIRST_PAUSE_MS,
    async run(signal) {
      const heard = await readReturns(deps);
      const settled = await settleReturns(deps, signal);
      return heard === BATCH || settled;
    },
  };
}

/** @returns how many the page had. */
async function readReturns({ db, bank, clock }: Dependencies): Promise<number> {
  const { rows } = await sql<{ position: string | null }>`SELECT position FROM bank_return_cursor`.execute(db);
  const before = rows[0]?.position ?? null;
  const { returns, position } = await bank.returnsAfter(before);
  if (returns.length === 0 && position === before) return 0;
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    await sql`
      INSERT INTO bank_returns (order_id, reason, returned_at, heard_at, due_at)
      SELECT order_id, reason, at, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(${returns.map((one) => one.orderId)}::text[], ${returns.map((one) => one.reason)}::text[], ${returns.map((one) => one.at)}::timestamptz[]) AS r(order_id, reason, at)
      ON CONFLICT DO NOTHING`.execute(trx);
    // Another process may have read on meanwhile: the mark goes on from where this page began, or stays.
    await sql`UPDATE bank_return_cursor SET position = ${position} WHERE position IS NOT DISTINCT FROM ${before}`.execute(trx);
  });
  return returns.length;
}

interface Waiting {
  readonly order_id: string;
  readonly reason: PayoutFailure;
  readonly attempts: number;
}

/** @returns whether any was settled. */
async function settleReturns({ db, clock, events }: Dependencies, signal: AbortSignal): Promise<boolean> {
  const { rows: due } = await sql<Waiting>`
    SELECT order_id, reason, attempts FROM bank_returns WHERE settled_at IS NULL AND due_at <= ${clock.now()} ORDER BY due_at LIMIT ${BATCH}`.execute(db);
  let settled = false;
  for (const { order_id: orderId, reason, attempts } of due) {
    if (signal.aborted) break;
    const at = clock.now();
    try {
      await inBatchTransaction(db, async (trx) => {
        const { rows } = await sql`UPDATE bank_returns SET settled_at = ${at}, problem = NULL WHERE order_id = ${orderId} AND settled_at IS NULL RETURNING 1`.execute(trx);
        if (rows.length > 0) await events.publish(trx, "bank.order-returned", { orderId, reason, at });
      });
      settled = true;
    } catch (error) {
      const dueAt = new Date(at.getTime() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts));
      const problem = error instanceof Error ? error.message : String(error);
      await sql`UPDATE bank_returns SET attempts = attempts + 1, due_at = ${dueAt}, problem = ${problem} WHERE order_id = ${orderId} AND settled_at IS NULL`.execute(db);
    }
  }
  return settled;
}
