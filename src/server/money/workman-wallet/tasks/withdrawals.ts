import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { OrderResult, PayoutFailure, PayoutOrder } from "#server/integrations/bank/port.ts";
import {
  nextPollAt,
  OrderUnderway,
  sortOutcomes,
  submitHalvingOnRefusal,
  type Outcomes,
} from "#server/money/bank-orders/index.ts";
import { post } from "#server/money/ledger/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { forEachInSavepoint, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const TASK = "workman-wallet.withdrawals";
const BATCH = 500;

interface WithdrawalRow {
  readonly id: bigint;
  readonly workman_id: number;
  readonly person_id: number;
  readonly card_id: number;
  readonly amount_kopecks: bigint;
  readonly fee_kopecks: bigint;
  readonly sent_at: Date | null;
  /** Of the card it was ordered to, also after that card was unbound. */
  readonly card_token: string;
  readonly inn: string | null;
  readonly recipient: string;
}

const orderIdOf = ({ id }: { readonly id: bigint }) => `withdrawal-${id}`;

/** Submits withdrawals to the bank; rows stay locked during the request, as with payouts. */
export function sendWithdrawalsTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-wallet.send-withdrawals",
    idleMs: 1000,
    run: () =>
      inTransaction(platform.db, async (trx) => {
        const at = platform.clock.now();
        const rows = await leaseWithdrawals(trx, "READY", at);
        if (rows.length === 0) return false;
        const orders = ordersOf(rows);
        const { results, refused } = await submitHalvingOnRefusal(
          platform.bank,
          (some) => platform.bank.submitOrders(some),
          orders,
        );
        const refusals = [...refused.keys()].map((orderId): OrderResult => ({
          orderId,
          status: "REJECTED",
          reason: "NOT_ORDERED",
          at,
        }));
        const outcomes = sortOutcomes(rows, [...results, ...refusals], orderIdOf);
        // The bank has every order now, so UNKNOWN only means that it has not processed it yet.
        const waiting = [...outcomes.pending, ...outcomes.unknown].map((row): Step => ({
          row,
          write: () =>
            sql`
              UPDATE withdrawals
              SET state = 'SENT', sent_at = ${at}, due_at = ${nextPollAt(at, at)}
              WHERE id = ${row.id}`.execute(trx),
        }));
        await writeEach(trx, [...waiting, ...stepsOf(platform, trx, outcomes, at)], at);
        return true;
      }),
  };
}

/** Queries the bank about submitted withdrawals, less and less often. */
export function awaitWithdrawalsTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-wallet.await-withdrawals",
    idleMs: 1000,
    run: () =>
      inTransaction(platform.db, async (trx) => {
        const at = platform.clock.now();
        const rows = await leaseWithdrawals(trx, "SENT", at);
        if (rows.length === 0) return false;
        const outcomes = sortOutcomes(
          rows,
          await platform.bank.orderResults(rows.map(orderIdOf)),
          orderIdOf,
        );
        await submitHalvingOnRefusal(
          platform.bank,
          (some) => platform.bank.submitOrders(some),
          ordersOf(outcomes.unknown),
        );
        const waiting = [...outcomes.pending, ...outcomes.unknown].map((row): Step => ({
          row,
          write: () =>
            sql`
              UPDATE withdrawals
              SET due_at = ${nextPollAt(row.sent_at ?? at, at)}
              WHERE id = ${row.id}`.execute(trx),
        }));
        await writeEach(trx, [...waiting, ...stepsOf(platform, trx, outcomes, at)], at);
        return true;
      }),
  };
}

export function listenForReturnedWithdrawals(platform: Platform): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const id = /^withdrawal-(\d{1,18})$/.exec(orderId)?.[1];
    if (!id) return;
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM withdrawals WHERE id = ${BigInt(id)} FOR UPDATE`.execute(trx);
    if (rows[0]?.state === "READY" || rows[0]?.state === "SENT") throw new OrderUnderway(orderId);
    const [row] = await select(
      trx,
      sql`SELECT * FROM withdrawals WHERE id = ${BigInt(id)} AND state = 'PAID'`,
    );
    if (row)
      await refundWithdrawal(platform, trx, row, { reason, state: "RETURNED", from: "BANK", at });
  });
}

async function leaseWithdrawals(
  trx: Trx,
  state: "READY" | "SENT",
  at: Date,
): Promise<WithdrawalRow[]> {
  return select(
    trx,
    sql`
      SELECT * FROM withdrawals
      WHERE state = ${state}
        AND due_at <= ${at}
        AND ${notSetAside(TASK, sql`'withdrawal-' || withdrawals.id`, at)}
      ORDER BY due_at, id
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED`,
  );
}

/** @param locked - query that locks the withdrawals. */
async function select(trx: Trx, locked: ReturnType<typeof sql>): Promise<WithdrawalRow[]> {
  const { rows } = await sql<WithdrawalRow>`
    WITH d AS MATERIALIZED (${locked})
    SELECT d.id, d.workman_id, w.person_id, d.card_id, d.amount_kopecks, d.fee_kopecks, d.sent_at,
      w.inn, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS recipient,
      c.token AS card_token
    FROM d
    JOIN workmen w ON w.id = d.workman_id
    JOIN workman_cards c ON c.workman_id = d.workman_id AND c.id = d.card_id
    ORDER BY d.id`.execute(trx);
  return rows;
}

function ordersOf(rows: readonly WithdrawalRow[]): PayoutOrder[] {
  return rows.map((row) => ({
    orderId: orderIdOf(row),
    kind: "CARD",
    amountKopecks: row.amount_kopecks - row.fee_kopecks,
    destination: row.card_token,
    recipientName: row.recipient,
    recipientInn: row.inn ?? "",
    purpose: `Вывод собственных средств № ${row.id}. НДС не облагается`,
  }));
}

interface Step {
  readonly row: WithdrawalRow;
  readonly write: () => Promise<unknown>;
}

/**
 * One that cannot be written blocks no other: the bank is queried again later, under the same
 * order.
 */
function writeEach(trx: Trx, items: readonly Step[], at: Date): Promise<void> {
  return forEachInSavepoint(
    trx,
    { task: TASK, items, nameOf: ({ row }) => orderIdOf(row), work: ({ write }) => write() },
    at,
  );
}

function stepsOf(
  platform: Platform,
  trx: Trx,
  { done, rejected, returned }: Outcomes<WithdrawalRow>,
  at: Date,
): Step[] {
  return [
    ...done.map((row): Step => ({ row, write: () => confirm(platform, trx, row, at) })),
    ...rejected.map(({ row, reason }): Step => ({
      row,
      write: () =>
        refundWithdrawal(platform, trx, row, { reason, state: "FAILED", from: "BANK_OUT", at }),
    })),
    ...returned.map(({ row, reason }): Step => ({
      row,
      write: () =>
        refundWithdrawal(platform, trx, row, { reason, state: "RETURNED", from: "BANK_OUT", at }),
    })),
  ];
}

async function confirm(platform: Platform, trx: Trx, row: WithdrawalRow, at: Date): Promise<void> {
  await sql`
    UPDATE withdrawals
    SET state = 'PAID', paid_at = ${at}, sent_at = coalesce(sent_at, ${at})
    WHERE id = ${row.id}`.execute(trx);
  const left = row.amount_kopecks - row.fee_kopecks;
  await post(trx, {
    event: "WITHDRAWAL_CONFIRMED",
    source: { type: "withdrawal", id: row.id },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "BANK_OUT", amountKopecks: left },
      { code: "BANK", amountKopecks: -left },
    ],
  });
  await notify(platform, trx, row, "WithdrawalPaid", null, at);
}

/**
 * Returns the whole sum with the fee to the worker.
 *
 * @param from - `BANK` when the bank had confirmed before.
 */
async function refundWithdrawal(
  platform: Platform,
  trx: Trx,
  row: WithdrawalRow,
  {
    reason,
    state,
    from,
    at,
  }: { reason: PayoutFailure; state: "RETURNED" | "FAILED"; from: "BANK_OUT" | "BANK"; at: Date },
): Promise<void> {
  await sql`
    UPDATE withdrawals
    SET state = ${state}, failure_reason = ${reason}, returned_at = ${at}
    WHERE id = ${row.id}`.execute(trx);
  await post(trx, {
    event: "WITHDRAWAL_RETURNED",
    source: { type: "withdrawal", id: row.id },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: from, amountKopecks: row.amount_kopecks - row.fee_kopecks },
      { code: "REV_FEE", amountKopecks: row.fee_kopecks },
      { code: "WORK_AVAIL", workmanId: row.workman_id, amountKopecks: -row.amount_kopecks },
    ],
  });
  // The next query about the card is due at once.
  if (reason === "CARD_BLOCKED")
    await sql`
      UPDATE workman_cards
      SET check_at = ${at}
      WHERE workman_id = ${row.workman_id} AND id = ${row.card_id}`.execute(trx);
  await notify(platform, trx, row, "WithdrawalFailed", reason, at);
}

async function notify(
  { events }: Platform,
  trx: Trx,
  row: WithdrawalRow,
  type: "WithdrawalPaid" | "WithdrawalFailed",
  reason: PayoutFailure | null,
  at: Date,
): Promise<void> {
  const resource: NoticePayload<"WithdrawalFailed"> = {
    amount: kopecksToRubles(row.amount_kopecks),
    declineReason: reason && definitionFor(REASONS.payoutFailure, reason),
  };
  await events.publish(trx, "notice.wanted", {
    personId: row.person_id,
    accountId: null,
    type: NOTICE_TYPES[type].id,
    resource,
    at,
  });
  await announce(trx, { to: `person:${row.person_id}`, resource: "workman-wallet" });
}
