import { sql } from "kysely";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { preferIndexes } from "#server/data/batch-transaction.ts";
import { itemTask } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 1000;
const PAGE = "page";

/** Thrown by a listener that has not stored the order's answer yet: publish the return later. */
export class OrderUnderway extends Error {
  constructor(orderId: string) {
    super(`order ${orderId} came back before its answer was written`);
    this.name = "OrderUnderway";
  }
}

interface Place {
  readonly position: string | null;
}

/**
 * Stores the bank's list of money returned up to ten days after it had confirmed the order, with
 * its position: a page read by two processes is stored once.
 */
export function readReturnsTask({ db, bank, clock }: Platform): BackgroundTask {
  return outsideTask<Place, Awaited<ReturnType<typeof bank.returnsAfter>>>(
    { db, clock },
    {
      name: "bank-orders.read-returns",
      idleMs: 5000,
      batch: 1,
      longestPauseMs: 600_000,
      nameOf: () => PAGE,
      async lease({ isFree }) {
        const { rows } = await sql<Place>`
          SELECT position FROM bank_return_cursor WHERE ${isFree(sql`${PAGE}`)}`.execute(db);
        return rows;
      },
      ask: async ([place]) => new Map([[PAGE, await bank.returnsAfter(place?.position ?? null)]]),
      isLast: ({ returns }) => returns.length < BATCH,
      async settle(trx, { position: before }, page, at) {
        if (!page || (page.returns.length === 0 && page.position === before)) return;
        await sql`
          INSERT INTO bank_returns (order_id, reason, returned_at, heard_at)
          SELECT order_id, reason, at, ${at}::timestamptz
          FROM unnest(${page.returns.map((one) => one.orderId)}::text[],
            ${page.returns.map((one) => one.reason)}::text[],
            ${page.returns.map((one) => one.at)}::timestamptz[]) AS r(order_id, reason, at)
          ON CONFLICT DO NOTHING`.execute(trx);
        await sql`
          UPDATE bank_return_cursor
          SET position = ${page.position}
          WHERE position IS NOT DISTINCT FROM ${before}`.execute(trx);
      },
    },
  );
}

interface Waiting {
  readonly order_id: string;
  readonly reason: PayoutFailure;
}

/** Published as `bank.order-returned` until its listener accepts it. */
export function lateReturnsTask(platform: Platform): BackgroundTask {
  return itemTask<Waiting>(platform, {
    name: "bank-orders.late-returns",
    idleMs: 5000,
    batch: BATCH,
    nameOf: (one) => one.order_id,
    async lease({ limit, isFree }) {
      const { rows } = await sql<Waiting>`
        SELECT order_id, reason
        FROM bank_returns r
        WHERE settled_at IS NULL AND ${isFree(sql`r.order_id`)}
        ORDER BY heard_at, order_id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    async settle(trx, { order_id: orderId, reason }, at) {
      await preferIndexes(trx);
      const { rows } = await sql`
        UPDATE bank_returns
        SET settled_at = ${at}
        WHERE order_id = ${orderId} AND settled_at IS NULL
        RETURNING 1`.execute(trx);
      if (rows.length > 0)
        await platform.events.publish(trx, "bank.order-returned", { orderId, reason, at });
    },
  });
}
