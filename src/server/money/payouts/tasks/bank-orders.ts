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
  submitApart,
} from "#server/money/bank-orders/index.ts";
import { postBatch } from "#server/money/ledger/index.ts";
import type { Secrets } from "#server/data/secrets.ts";
import { forgetFaults, MOST_TRIES, noteFault } from "#server/work/set-aside.ts";
import { inHalves } from "#server/work/in-halves.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  claimOrders,
  destinationMaskOf,
  orderIdOf,
  orderOf,
  SEND_ORDERS,
  type OrderRow,
} from "../bank-orders.ts";
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
 * Faults of the database's, apart from those of the bank's: a payout whose order the bank refuses
 * is set aside by a batch that succeeds.
 */
const ORDER_BATCHES = "payouts.write-orders";
const ANSWER_BATCHES = "payouts.write-answers";

/**
 * Sends payouts to the bank. The rows stay locked while the bank is asked; killed before the
 * commit, the next worker sends the same order ids again and the bank answers as before, so nothing
 * is paid twice. One that no order can be made of, or that the bank refuses to take, is tried again
 * by itself and then waits for a person as FAILED.
 */
export function sendOrdersTask(platform: Platform): BackgroundTask {
  return {
    name: SEND_ORDERS,
    idleMs: 1000,
    run: inHalves(platform, {
      task: ORDER_BATCHES,
      most: BATCH,
      postpone: (item, dueAt) => postponePayout(platform.db, item, dueAt),
      work: (limit, claimed) =>
        inBatchTransaction(platform.db, async (trx) => {
          const at = platform.clock.now();
          const ready = await claimOrders(trx, "READY", at, limit);
          if (ready.length === 0) return false;
          claimed(ready.map(orderIdOf));
          const { rows, known } = await findOrdered(platform.bank, ready);
          const { orders, withoutDestination, spoiled } = makeOrders(
            rows.filter((row) => !known.has(orderIdOf(row))),
            platform.secrets,
          );
          const { results, refused } = await submitApart(
            platform.bank,
            (some) => platform.bank.submitOrders(some),
            [...orders.values()],
          );
          const heard = rows.filter(
            (row) => known.has(orderIdOf(row)) || (orders.has(row) && !refused.has(orderIdOf(row))),
          );
          const outcomes = sortOutcomes(heard, [...known.values(), ...results], orderIdOf);
          // The bank has heard of every order now, so UNKNOWN means only that it has not looked
          // yet.
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
          // As late as it can be: until the commit the receipts of the same customers wait for it.
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
          await forgetFaults(trx, SEND_ORDERS, heard.map(orderIdOf));
          return true;
        }),
    }),
  };
}

/**
 * The bank does an order once: one it took by a try whose answer was lost goes where it was sent
 * then. Payouts whose worker has chosen another card or account since they became ready are asked
 * about first, and what the bank knows keeps its old destination.
 *
 * @returns the rows, and what the bank said of those it knows, by order id.
 */
async function findOrdered(
  bank: Pick<BankGateway, "orderResults">,
  claimed: readonly OrderRow[],
): Promise<{ rows: readonly OrderRow[]; known: ReadonlyMap<string, OrderResult> }> {
  const changed = claimed.filter(
    (row) => row.destination_mask !== null && row.destination_mask !== destinationMaskOf(row),
  );
  if (changed.length === 0) return { rows: claimed, known: new Map() };
  const results = (await bank.orderResults(changed.map(orderIdOf))).filter(
    ({ status }) => status !== "UNKNOWN",
  );
  const known = new Map(results.map((result) => [result.orderId, result]));
  return {
    rows: claimed.map((row) =>
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
      // What went wrong may quote the requisites: the person reads only what to do.
      made.spoiled.push({
        row,
        problem: "Реквизиты исполнителя не читаются. Попросите его указать их заново",
      });
    }
  }
  return made;
}

/**
 * Each is tried again by itself, longer each time; at last it is FAILED, with its reason on the
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
    const { tries, dueAt } = await noteFault(
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

/** Asks the bank what has become of the orders it has taken, less and less often. */
export function awaitOrdersTask(platform: Platform): BackgroundTask {
  return {
    name: AWAIT_ORDERS,
    idleMs: 1000,
    run: inHalves(platform, {
      task: ANSWER_BATCHES,
      most: BATCH,
      postpone: (item, dueAt) => postponePayout(platform.db, item, dueAt),
      work: (limit, claimed) =>
        inBatchTransaction(platform.db, async (trx) => {
          const at = platform.clock.now();
          const rows = await claimOrders(trx, "SENT", at, limit);
          if (rows.length === 0) return false;
          claimed(rows.map(orderIdOf));
          const outcomes = sortOutcomes(
            rows,
            await platform.bank.orderResults(rows.map((row) => orderIdOf(row))),
            orderIdOf,
          );
          // Orders the bank has lost. One that cannot be made again, or is refused now, is asked
          // about further on: what the bank once took it may still find.
          const { orders } = makeOrders(outcomes.unknown, platform.secrets);
          const { refused } = await submitApart(
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
            await noteFault(trx, { task: AWAIT_ORDERS, item, problem }, at);
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

/** Payouts among the orders that came back days after they were paid. */
export function listenForReturnedPayouts(platform: Platform): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const [, accountId, id, attempt] = /^(\d+)-(\d+)-(\d+)$/.exec(orderId) ?? [];
    if (!accountId || !id || !attempt) return;
    const { rows } = await sql<OrderRow & { state: PayoutState }>`
      SELECT p.*, '' AS inn, '' AS recipient, '' AS phone, '' AS customer_name, NULL AS card_token,
        NULL AS pan_mask, NULL AS account_mask, NULL AS bank_bik, NULL AS sealed_account_number
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
