import { sql } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { BankGateway, OrderResult, PayoutOrder } from "#server/integrations/bank/port.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import {
  FIRST_POLL_MS,
  LONGEST_POLL_MS,
  nextPollAt,
  OrderUnderway,
  sortOutcomes,
  submitHalvingOnRefusal,
} from "#server/money/bank-orders/index.ts";
import { postBatch } from "#server/money/ledger/index.ts";
import type { Secrets } from "#server/data/secrets.ts";
import { forgetFailures, MOST_TRIES, noteFailure } from "#server/work/set-aside.ts";
import { makeHalvingBatch } from "#server/work/halving-batch.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  leaseOrders,
  destinationMaskOf,
  orderIdOf,
  orderOf,
  SEND_ORDERS,
  type OrderRow,
} from "../bank-orders.ts";
import { leaseReady } from "../lease-ready.ts";
import { announcePayouts } from "../announce-payouts.ts";
import type { Platform } from "#server/platform.ts";
import { postponePayout, updateOrdered, updatePayouts } from "../update-payouts.ts";
import {
  confirmedEntries,
  markFailed,
  markPaid,
  paidAt,
  returnedEntries,
  sentEntries,
  settleLateReturn,
  takeIdsFor,
  notifyPaid,
} from "../actions/settle-orders.ts";

const BATCH = 1000;
const AWAIT_ORDERS = "payouts.await-orders";
/**
 * Names for faults of the database, apart from those of the bank: a payout whose order the bank
 * rejects is set aside by a batch that succeeds.
 */
const ORDER_BATCHES = "payouts.write-orders";
const ANSWER_BATCHES = "payouts.write-answers";

/**
 * Sends payouts to the bank. Rows stay locked during the request; after a kill before the commit
 * the next process sends the same order ids and the bank repeats its answer, so nothing is paid
 * twice. A payout whose order cannot be made, or is rejected by the bank, is retried alone and at
 * last waits for a person as FAILED.
 */
export function sendOrdersTask(platform: Platform): BackgroundTask {
  return {
    name: SEND_ORDERS,
    idleMs: 1000,
    run: makeHalvingBatch(platform, {
      task: ORDER_BATCHES,
      most: BATCH,
      postpone: (item, dueAt) => postponePayout(platform.db, item, dueAt),
      work: (limit, leased) =>
        inBatchTransaction(platform.db, async (trx) => {
          const at = platform.clock.now();
          const ready = await leaseReady(trx, {
            at,
            limit,
            largeKopecks: platform.largePayoutKopecks,
          });
          if (ready === null) return false;
          leased(ready.map(orderIdOf));
          const { rows, known } = await findOrdered(platform.bank, ready);
          const { orders, withoutDestination, spoiled } = makeOrders(
            rows.filter((row) => !known.has(orderIdOf(row))),
            platform.secrets,
          );
          const { results, refused } = await submitHalvingOnRefusal(
            platform.bank,
            (some) => platform.bank.submitOrders(some),
            [...orders.values()],
          );
          const heard = rows.filter(
            (row) => known.has(orderIdOf(row)) || (orders.has(row) && !refused.has(orderIdOf(row))),
          );
          const outcomes = sortOutcomes(heard, [...known.values(), ...results], orderIdOf);
          // The bank has every order now, so UNKNOWN only means that it has not processed it yet.
          const pending = [...outcomes.pending, ...outcomes.unknown];
          const left = [...outcomes.done, ...pending, ...outcomes.returned.map(({ row }) => row)];
          await updateOrdered(
            trx,
            pending,
            sql`state = 'SENT', sent_at = ${at}, due_at = ${nextPollAt(at, at)}`,
          );
          await announcePayouts(trx, pending);
          const sentIds = await takeIdsFor(trx, left);
          const ids = await takeIdsFor(trx, outcomes.done);
          await updateOrdered(trx, outcomes.done, paidAt(ids, at));
          await updateOrdered(
            trx,
            [...outcomes.returned, ...outcomes.rejected].map(({ row }) => row),
            sql`due_at = p.due_at`,
          );
          if (left.length > 0)
            await platform.events.publish(trx, "payouts.sent", {
              payouts: left.map((row) => ({ accountId: row.account_id, id: row.id })),
              at,
            });
          // As late as possible: until the commit the receipts of the same customers wait for these
          // locks.
          const entries = [
            ...sentEntries(left, sentIds, at),
            ...confirmedEntries(outcomes.done, ids, at),
            ...returnedEntries(
              outcomes.returned.map(({ row }) => row),
              at,
            ),
          ];
          await postBatch(
            trx,
            entries,
            rows.map((row) => row.account_id),
          );
          await notifyPaid(platform, trx, outcomes.done, at);
          await markFailed(
            platform,
            trx,
            withoutDestination.map((row) => ({
              row,
              reason: row.kind === "CARD" ? "CARD_BLOCKED" : "ACCOUNT_CLOSED",
            })),
            "FAILED",
            at,
          );
          await markFailed(platform, trx, outcomes.returned, "RETURNED", at);
          await markFailed(platform, trx, outcomes.rejected, "FAILED", at);
          for (const row of orders.keys()) {
            const problem = refused.get(orderIdOf(row));
            if (problem !== undefined) spoiled.push({ row, problem });
          }
          await setAside(platform, trx, spoiled, at);
          await forgetFailures(trx, SEND_ORDERS, heard.map(orderIdOf));
          return true;
        }),
    }),
  };
}

/**
 * The bank executes an order id once: an order submitted by a try whose answer was lost keeps its
 * destination. So payouts whose worker has chosen another card or account since READY are queried
 * first, and those the bank knows keep the old one.
 *
 * @returns the rows, and the bank's results for known orders, by order id.
 */
async function findOrdered(
  bank: Pick<BankGateway, "orderResults">,
  leased: readonly OrderRow[],
): Promise<{ rows: readonly OrderRow[]; known: ReadonlyMap<string, OrderResult> }> {
  const changed = leased.filter(
    (row) => row.destination_mask !== null && row.destination_mask !== destinationMaskOf(row),
  );
  if (changed.length === 0) return { rows: leased, known: new Map() };
  const results = (await bank.orderResults(changed.map(orderIdOf))).filter(
    ({ status }) => status !== "UNKNOWN",
  );
  const known = new Map(results.map((result) => [result.orderId, result]));
  return {
    rows: leased.map((row) =>
      known.has(orderIdOf(row))
        ? { ...row, pan_mask: row.destination_mask, account_mask: row.destination_mask }
        : row,
    ),
    known,
  };
}

interface Spoiled {
  readonly row: OrderRow;
  readonly problem: string;
}

function makeOrders(
  rows: readonly OrderRow[],
  secrets: Secrets,
): { orders: Map<OrderRow, PayoutOrder>; withoutDestination: OrderRow[]; spoiled: Spoiled[] } {
  const made = {
    orders: new Map<OrderRow, PayoutOrder>(),
    withoutDestination: [] as OrderRow[],
    spoiled: [] as Spoiled[],
  };
  for (const row of rows) {
    try {
      const order = orderOf(row, secrets);
      if (order) made.orders.set(row, order);
      else made.withoutDestination.push(row);
    } catch {
      // The error may quote the requisites: the person reads only what to do.
      made.spoiled.push({
        row,
        problem: "Реквизиты исполнителя не читаются. Попросите его указать их заново",
      });
    }
  }
  return made;
}

/**
 * Retries each payout alone, less and less often; at last it is FAILED, with its reason on the
 * payout's page, to be retried or given up.
 */
async function setAside(
  platform: Platform,
  trx: Trx,
  spoiled: readonly Spoiled[],
  at: Date,
): Promise<void> {
  const given: OrderRow[] = [];
  for (const { row, problem } of spoiled) {
    const { tries, dueAt } = await noteFailure(
      trx,
      { task: SEND_ORDERS, item: orderIdOf(row), problem },
      at,
    );
    if (tries >= MOST_TRIES) given.push(row);
    else await updatePayouts(trx, [row], sql`due_at = ${dueAt}`);
  }
  await markFailed(
    platform,
    trx,
    given.map((row) => ({ row, reason: "NOT_ORDERED" })),
    "FAILED",
    at,
  );
}

/** Queries the bank about submitted orders, less and less often. */
export function awaitOrdersTask(platform: Platform): BackgroundTask {
  return {
    name: AWAIT_ORDERS,
    idleMs: 1000,
    run: makeHalvingBatch(platform, {
      task: ANSWER_BATCHES,
      most: BATCH,
      postpone: (item, dueAt) => postponePayout(platform.db, item, dueAt),
      work: (limit, leased) =>
        inBatchTransaction(platform.db, async (trx) => {
          const at = platform.clock.now();
          const rows = await leaseOrders(trx, "SENT", at, limit);
          if (rows.length === 0) return false;
          leased(rows.map(orderIdOf));
          const outcomes = sortOutcomes(
            rows,
            await platform.bank.orderResults(rows.map((row) => orderIdOf(row))),
            orderIdOf,
          );
          // Orders the bank has lost. One that cannot be made again, or is rejected now, is still
          // queried: the bank may yet find it.
          const { orders } = makeOrders(outcomes.unknown, platform.secrets);
          const { refused } = await submitHalvingOnRefusal(
            platform.bank,
            (some) => platform.bank.submitOrders(some),
            [...orders.values()],
          );
          await updateOrdered(
            trx,
            [...orders.keys()].filter((row) => !refused.has(orderIdOf(row))),
            sql`due_at = p.due_at`,
          );
          for (const [item, problem] of refused)
            await noteFailure(trx, { task: AWAIT_ORDERS, item, problem }, at);
          const ids = await takeIdsFor(trx, outcomes.done);
          await markPaid(trx, outcomes.done, ids, at);
          const entries = [
            ...confirmedEntries(outcomes.done, ids, at),
            ...returnedEntries(
              [...outcomes.returned, ...outcomes.rejected].map(({ row }) => row),
              at,
            ),
          ];
          await postBatch(
            trx,
            entries,
            rows.map((row) => row.account_id),
          );
          await notifyPaid(platform, trx, outcomes.done, at);
          await markFailed(platform, trx, outcomes.returned, "RETURNED", at);
          await markFailed(platform, trx, outcomes.rejected, "FAILED", at);
          const waiting = [...outcomes.pending, ...outcomes.unknown];
          if (waiting.length > 0) {
            await updatePayouts(
              trx,
              waiting,
              sql`
                due_at = ${at}::timestamptz + least(${LONGEST_POLL_MS}::double precision,
                  greatest(${FIRST_POLL_MS}::double precision,
                    extract(epoch
                      FROM ${at}::timestamptz - p.sent_at) * 500)) * interval '1 millisecond'`,
            );
          }
          return true;
        }),
    }),
  };
}

export function listenForReturnedPayouts(platform: Platform): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const [, accountId, id, attempt] = /^(\d+)-(\d+)-(\d+)$/.exec(orderId) ?? [];
    if (!accountId || !id || !attempt) return;
    const { rows } = await sql<OrderRow & { state: PayoutState }>`
      SELECT p.*, '' AS inn, '' AS recipient, '' AS phone, '' AS customer_name, NULL AS card_token,
        NULL AS pan_mask, NULL AS account_mask, NULL AS bank_bik, NULL AS sealed_account_number,
        false AS is_stopped, NULL AS large_from
      FROM payouts p
      WHERE p.account_id = ${Number(accountId)}
        AND p.id = ${BigInt(id)}
        AND p.attempt = ${Number(attempt)}
      FOR UPDATE`.execute(trx);
    const row = rows[0];
    if (row?.state === "READY" || row?.state === "SENT") throw new OrderUnderway(orderId);
    if (row?.state === "PAID") await settleLateReturn(platform, trx, row, reason, at);
  });
}
