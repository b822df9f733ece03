import { sql } from "kysely";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import { forEachSettingAside, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 1000;
const TASK = "bank-orders.late-returns";

/** Thrown by a listener that has not stored the order's answer yet: publish the return later. */
export class OrderUnderway extends Error {
  constructor(orderId: string) {
    super(`order ${orderId} came back before its answer was written`);
    this.name = "OrderUnderway";
  }
}

/**
 * Finds money returned up to ten days after the bank had confirmed the order. A page of the bank's
 * list is stored with its position; then each return is published as `bank.order-returned` until
 * its listener accepts it. A failing one waits longer each time and blocks no other.
 */
export function lateReturnsTask(platform: Platform): BackgroundTask {
  return {
    name: TASK,
    idleMs: 5000,
    async run() {
      const heard = await readReturns(platform);
      const isMore = await settleReturns(platform);
      return heard === BATCH || isMore;
    },
  };
}

/** @returns returns on the page. */
async function readReturns({ db, bank, clock }: Platform): Promise<number> {
  const { rows } = await sql<{
    position: string | null;
  }>`SELECT position FROM bank_return_cursor`.execute(db);
  const before = rows[0]?.position ?? null;
  const { returns, position } = await bank.returnsAfter(before);
  if (returns.length === 0 && position === before) return 0;
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    await sql`
      INSERT INTO bank_returns (order_id, reason, returned_at, heard_at)
      SELECT order_id, reason, at, ${now}::timestamptz
      FROM unnest(${returns.map((one) => one.orderId)}::text[],
        ${returns.map((one) => one.reason)}::text[],
        ${returns.map((one) => one.at)}::timestamptz[]) AS r(order_id, reason, at)
      ON CONFLICT DO NOTHING`.execute(trx);
    // Another process may have moved the cursor: then it stays.
    await sql`
      UPDATE bank_return_cursor
      SET position = ${position}
      WHERE position IS NOT DISTINCT FROM ${before}`.execute(trx);
  });
  return returns.length;
}

interface Waiting {
  readonly order_id: string;
  readonly reason: PayoutFailure;
}

/** @returns whether more are left. */
async function settleReturns(platform: Platform): Promise<boolean> {
  const { db, clock, events } = platform;
  const { rows: items } = await sql<Waiting>`
    SELECT order_id, reason
    FROM bank_returns r
    WHERE settled_at IS NULL AND ${notSetAside(TASK, sql`r.order_id`, clock.now())}
    ORDER BY heard_at, order_id
    LIMIT ${BATCH}`.execute(db);
  await forEachSettingAside(platform, {
    task: TASK,
    items,
    nameOf: (one) => one.order_id,
    work: ({ order_id: orderId, reason }) =>
      inBatchTransaction(db, async (trx) => {
        const at = clock.now();
        const { rows } = await sql`
            UPDATE bank_returns
            SET settled_at = ${at}
            WHERE order_id = ${orderId} AND settled_at IS NULL
            RETURNING 1`.execute(trx);
        if (rows.length > 0)
          await events.publish(trx, "bank.order-returned", { orderId, reason, at });
      }),
  });
  return items.length === BATCH;
}
