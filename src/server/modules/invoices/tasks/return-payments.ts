import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { OrderResult, PayoutFailure, ReturnOrder } from "#server/integrations/bank/port.ts";
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
import { INCOMING_PAYMENTS } from "../incoming-payments.ts";

const TASK = "invoices.return-payments";
const BATCH = 100;

interface ReturnRow {
  readonly id: bigint;
  readonly bank_id: string;
  readonly amount_kopecks: bigint;
  readonly payer_inn: string;
  readonly payer_name: string;
  readonly guessed_account_id: number | null;
  readonly return_state: "READY" | "SENT" | "RETURNED";
  readonly return_attempt: number;
  readonly return_sent_at: Date | null;
}

const COLUMNS = sql`
  id, bank_id, amount_kopecks, payer_inn, payer_name, guessed_account_id, return_state,
    return_attempt, return_sent_at`;
const orderIdOf = (row: Pick<ReturnRow, "id" | "return_attempt">) =>
  `return-${row.id}-${row.return_attempt}`;

/**
 * Orders returns of payments at the bank and polls ordered ones at growing intervals. The order id
 * makes it idempotent.
 */
export function returnPaymentsTask(platform: Platform): BackgroundTask {
  return {
    name: TASK,
    idleMs: 2000,
    run: () =>
      inTransaction(platform.db, async (trx) => {
        const at = platform.clock.now();
        const { rows } = await sql<ReturnRow>`
          SELECT ${COLUMNS} FROM incoming_payments
          WHERE return_state IN ('READY', 'SENT')
            AND return_due_at <= ${at}
            AND ${notSetAside(TASK, sql`'return-' || id || '-' || return_attempt`, at)}
          ORDER BY return_due_at, id
          LIMIT ${BATCH}
          FOR UPDATE SKIP LOCKED`.execute(trx);
        if (rows.length === 0) return false;
        const sent = rows.filter((row) => row.return_state === "SENT");
        const asked =
          sent.length === 0
            ? null
            : sortOutcomes(sent, await platform.bank.orderResults(sent.map(orderIdOf)), orderIdOf);
        const fresh = [
          ...rows.filter((row) => row.return_state === "READY"),
          ...(asked?.unknown ?? []),
        ];
        const { results, refused } = await submitHalvingOnRefusal(
          platform.bank,
          (orders) => platform.bank.submitReturns(orders),
          fresh.map(orderOf),
        );
        const refusals = [...refused.keys()].map((orderId): OrderResult => ({
          orderId,
          status: "REJECTED",
          reason: "NOT_ORDERED",
          at,
        }));
        for (const outcomes of [
          sortOutcomes(fresh, [...results, ...refusals], orderIdOf),
          ...(asked ? [{ ...asked, unknown: [] }] : []),
        ])
          await writeOutcomes(trx, outcomes, at);
        return rows.length === BATCH;
      }),
  };
}

/** The payer's bank may send a return back days later: the money is unidentified again. */
export function listenForFailedReturns(platform: Platform): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const [, id, attempt] = /^return-(\d{1,18})-(\d{1,4})$/.exec(orderId) ?? [];
    if (!id || !attempt) return;
    const { rows } = await sql<ReturnRow>`
        SELECT ${COLUMNS}
        FROM incoming_payments
        WHERE id = ${BigInt(id)} AND return_attempt = ${Number(attempt)}
        FOR UPDATE`.execute(trx);
    const row = rows[0];
    if (row?.return_state === "READY" || row?.return_state === "SENT")
      throw new OrderUnderway(orderId);
    if (row?.return_state === "RETURNED") await keepAgain(trx, row, reason, "BANK", at);
  });
}

function orderOf(row: ReturnRow): ReturnOrder {
  return {
    orderId: orderIdOf(row),
    paymentId: row.bank_id,
    amountKopecks: row.amount_kopecks,
    payerInn: row.payer_inn,
    payerName: row.payer_name,
    purpose: `Возврат невыясненного платежа № ${row.id}. НДС не облагается`,
  };
}

async function writeOutcomes(
  trx: Trx,
  { done, pending, unknown, rejected, returned }: Outcomes<ReturnRow>,
  at: Date,
): Promise<void> {
  const items = [
    ...[...pending, ...unknown].map((row) => ({ row, write: () => wait(trx, row, at) })),
    ...done.map((row) => ({ row, write: () => finish(trx, row, at) })),
    ...[...rejected, ...returned].map(({ row, reason }) => ({
      row,
      write: () => keepAgain(trx, row, reason, "BANK_OUT", at),
    })),
  ];
  await forEachInSavepoint(
    trx,
    { task: TASK, items, nameOf: ({ row }) => orderIdOf(row), work: ({ write }) => write() },
    at,
  );
}

async function wait(trx: Trx, row: ReturnRow, at: Date): Promise<void> {
  await sql`
    UPDATE incoming_payments
    SET return_state = 'SENT', return_sent_at = coalesce(return_sent_at, ${at}),
      return_due_at = ${nextPollAt(row.return_sent_at ?? at, at)}
    WHERE id = ${row.id}`.execute(trx);
}

async function finish(trx: Trx, row: ReturnRow, at: Date): Promise<void> {
  await sql`
    UPDATE incoming_payments
    SET return_state = 'RETURNED', returned_at = ${at}, return_due_at = NULL
    WHERE id = ${row.id}`.execute(trx);
  await move(trx, row, "UNIDENTIFIED_RETURNED", ["BANK_OUT", "BANK"], at);
}

/**
 * The bank refused or sent back the return, so the payer decides again. `from`: BANK when the bank
 * had confirmed before.
 */
async function keepAgain(
  trx: Trx,
  row: ReturnRow,
  reason: PayoutFailure,
  from: "BANK_OUT" | "BANK",
  at: Date,
): Promise<void> {
  const failure = `Банк не вернул платёж: ${REASONS.payoutFailure.titles[reason].toLowerCase()}`;
  await sql`
    UPDATE incoming_payments
    SET return_state = NULL, returned_at = NULL, return_due_at = NULL, return_failure = ${failure}
    WHERE id = ${row.id}`.execute(trx);
  await move(trx, row, "UNIDENTIFIED_RETURN_FAILED", [from, "UNIDENTIFIED"], at);
}

async function move(
  trx: Trx,
  row: ReturnRow,
  event: LedgerEvent,
  [debit, credit]: readonly ["BANK_OUT" | "BANK", "BANK" | "UNIDENTIFIED"],
  at: Date,
): Promise<void> {
  await post(trx, {
    event,
    source: { type: "incoming-payment", id: row.id, attempt: row.return_attempt },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: debit, amountKopecks: row.amount_kopecks },
      { code: credit, amountKopecks: -row.amount_kopecks },
    ],
  });
  if (row.guessed_account_id !== null)
    await announce(trx, {
      to: `account:${row.guessed_account_id}`,
      resource: INCOMING_PAYMENTS,
      ids: [Number(row.id)],
    });
}
