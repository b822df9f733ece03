import { sql } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { PayoutOrder } from "#server/integrations/bank/port.ts";
import { inBatchTransaction } from "#server/platform/batch-transaction.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import { FIRST_POLL_MS, LONGEST_POLL_MS, nextPollAt, OrderUnderway, sortOutcomes } from "#server/modules/bank-orders/index.ts";
import { postBatch } from "#server/modules/ledger/index.ts";
import { claimOrders, orderIdOf, orderOf, type OrderRow } from "./bank-orders.ts";
import type { PayoutDependencies } from "./index.ts";
import { updatePayouts } from "./update-payouts.ts";
import { confirmedEntries, markFailed, markPaid, returnedEntries, sentEntries, settleLateReturn, tellPaid } from "./settle-orders.ts";

const BATCH = 1000;

/**
 * Sends payouts to the bank. The rows stay locked while the bank is asked; killed before the commit, the next worker sends
 * the same order ids again and the bank answers as before, so nothing is paid twice.
 */
export function sendOrdersTask(deps: PayoutDependencies): BackgroundTask {
  return {
    name: "payouts.send-orders",
    idleMs: 1000,
    run: () =>
      inBatchTransaction(deps.db, async (trx) => {
        const at = deps.clock.now();
        const rows = await claimOrders(trx, "READY", at, BATCH);
        if (rows.length === 0) return false;
        const orders = new Map<OrderRow, PayoutOrder>();
        const homeless: OrderRow[] = [];
        for (const row of rows) {
          const order = orderOf(row, deps.secrets);
          if (order) orders.set(row, order);
          else homeless.push(row);
        }
        const results = orders.size > 0 ? await deps.bank.submitOrders([...orders.values()]) : [];
        const outcomes = sortOutcomes([...orders.keys()], results, orderIdOf);
        // The bank has heard of every order now, so UNKNOWN means only that it has not looked yet.
        const pending = [...outcomes.pending, ...outcomes.unknown];
        const left = [...outcomes.done, ...pending, ...outcomes.returned.map(({ row }) => row)];
        if (left.length > 0) await deps.events.publish(trx, "payouts.sent", { payouts: left.map((row) => ({ accountId: row.account_id, id: row.id })), at });
        await updatePayouts(trx, pending, sql`state = 'SENT', sent_at = ${at}, due_at = ${nextPollAt(at, at)}`);
        await markPaid(trx, outcomes.done, at);
        // As late as it can be: until the commit the receipts of the same customers wait for it.
        const entries = [...sentEntries(left, at), ...confirmedEntries(outcomes.done, at), ...returnedEntries(outcomes.returned.map(({ row }) => row), at)];
        await postBatch(trx, entries, rows.map((row) => row.account_id));
        await tellPaid(deps, trx, outcomes.done, at);
        await markFailed(deps, trx, homeless.map((row) => ({ row, reason: row.kind === "CARD" ? "CARD_BLOCKED" : "ACCOUNT_CLOSED" })), "FAILED", at);
        await markFailed(deps, trx, outcomes.returned, "RETURNED", at);
        await markFailed(deps, trx, outcomes.rejected, "FAILED", at);
        return true;
      }),
  };
}

/** Asks the bank what has become of the orders it has taken, less and less often. */
export function awaitOrdersTask(deps: PayoutDependencies): BackgroundTask {
  return {
    name: "payouts.await-orders",
    idleMs: 1000,
    run: () =>
      inBatchTransaction(deps.db, async (trx) => {
        const at = deps.clock.now();
        const rows = await claimOrders(trx, "SENT", at, BATCH);
        if (rows.length === 0) return false;
        const outcomes = sortOutcomes(rows, await deps.bank.orderResults(rows.map((row) => orderIdOf(row))), orderIdOf);
        const lost = outcomes.unknown.map((row) => orderOf(row, deps.secrets)).filter((order) => order !== null);
        if (lost.length > 0) await deps.bank.submitOrders(lost);
        await markPaid(trx, outcomes.done, at);
        const entries = [...confirmedEntries(outcomes.done, at), ...returnedEntries([...outcomes.returned, ...outcomes.rejected].map(({ row }) => row), at)];
        await postBatch(trx, entries, rows.map((row) => row.account_id));
        await tellPaid(deps, trx, outcomes.done, at);
        await markFailed(deps, trx, outcomes.returned, "RETURNED", at);
        await markFailed(deps, trx, outcomes.rejected, "FAILED", at);
        const waiting = [...outcomes.pending, ...outcomes.unknown];
        if (waiting.length > 0) {
          await updatePayouts(trx, waiting, sql`due_at = ${at}::timestamptz + least(${LONGEST_POLL_MS}::double precision, greatest(${FIRST_POLL_MS}::double precision, extract(epoch FROM ${at}::timestamptz - p.sent_at) * 500)) * interval '1 millisecond'`);
        }
        return true;
      }),
  };
}

/** Payouts among the orders that came back days after they were paid. */
export function listenForReturnedPayouts(deps: PayoutDependencies): void {
  deps.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const [, accountId, id, attempt] = /^(\d+)-(\d+)-(\d+)$/.exec(orderId) ?? [];
    if (!accountId || !id || !attempt) return;
    const { rows } = await sql<OrderRow & { state: PayoutState }>`
      SELECT p.*, '' AS inn, '' AS recipient, '' AS phone, '' AS customer_name, NULL AS card_token, NULL AS bank_bik, NULL AS sealed_account_number
      FROM payouts p WHERE p.account_id = ${Number(accountId)} AND p.id = ${BigInt(id)} AND p.attempt = ${Number(attempt)} FOR UPDATE`.execute(trx);
    const row = rows[0];
    if (row?.state === "READY" || row?.state === "SENT") throw new OrderUnderway(orderId);
    if (row?.state === "PAID") await settleLateReturn(deps, trx, row, reason, at);
  });
}
