import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { OrderResult, TaxOrder } from "#server/integrations/bank/port.ts";
import {
  nextPollAt,
  OrderUnderway,
  resultsByOrder,
  submitHalvingOnRefusal,
} from "#server/money/bank-orders/index.ts";
import { post } from "#server/money/ledger/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { forEachSettingAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import {
  leaseTaxPayments,
  nextMorning,
  payingDays,
  notifyOfTax,
  type TaxPaymentRow,
} from "../tax-payment-rows.ts";

const BATCH = 200;
/** Most tries of a rejected order, one each morning. */
const TRIES = 3;
/** Budget classification code of the professional income tax. Source: `domain.md` §1.1. */
const KBK = "18210506000011000110";

/**
 * Sends decided taxes to the bank, after a crash with the same order ids, so nothing is paid twice.
 */
export function sendTaxesTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-taxes.send-taxes",
    idleMs: 5000,
    async run() {
      const at = platform.clock.now();
      const rows = await leaseTaxPayments(platform, "ORDERED", at, BATCH);
      if (rows.length === 0) return false;
      const { results, refused } = await submitHalvingOnRefusal(
        platform.bank,
        (some) => platform.bank.submitTaxOrders(some),
        rows.map(orderOf),
      );
      const refusals = [...refused.keys()].map((orderId): OrderResult => ({
        orderId,
        status: "REJECTED",
        reason: "NOT_ORDERED",
        at,
      }));
      await settleEach(platform, rows, resultsByOrder([...results, ...refusals]), at);
      return true;
    },
  };
}

export function awaitTaxesTask(platform: Platform): BackgroundTask {
  return {
    name: "workman-taxes.await-taxes",
    idleMs: 5000,
    async run() {
      const at = platform.clock.now();
      const rows = await leaseTaxPayments(platform, "SENT", at, BATCH);
      if (rows.length === 0) return false;
      const results = resultsByOrder(await platform.bank.orderResults(rows.map(orderIdOf)));
      const lost = rows.filter((row) => results.get(orderIdOf(row))?.status === "UNKNOWN");
      await submitHalvingOnRefusal(
        platform.bank,
        (some) => platform.bank.submitTaxOrders(some),
        lost.map(orderOf),
      );
      await settleEach(platform, rows, results, at);
      return true;
    },
  };
}

/**
 * Settles each alone: one that cannot be written blocks no other, and is queried again after its
 * lease.
 */
function settleEach(
  platform: Platform,
  items: readonly TaxPaymentRow[],
  results: ReadonlyMap<string, OrderResult>,
  at: Date,
): Promise<void> {
  return forEachSettingAside(platform, {
    task: "workman-taxes.orders",
    items,
    nameOf: orderIdOf,
    work: (row) =>
      inTransaction(platform.db, (trx) =>
        settle(platform, trx, row, results.get(orderIdOf(row)), at),
      ),
  });
}

/**
 * Handles a tax order returned days after its payment: the worker gets the money and pays himself.
 */
export function listenForReturnedTaxes(platform: Platform): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, at }) => {
    const [, id, attempt] = /^tax-(\d+)-(\d+)$/.exec(orderId) ?? [];
    if (id === undefined) return;
    const { rows } = await sql<TaxPaymentRow>`
      SELECT t.*, w.person_id, coalesce(w.inn, '') AS inn, '' AS name, w.partial_tax_allowed
      FROM tax_payments t
      JOIN workmen w ON w.id = t.workman_id
      WHERE t.id = ${BigInt(id)} AND t.attempt = ${Number(attempt)} FOR NO KEY UPDATE OF t`.execute(
      trx,
    );
    const row = rows[0];
    if (row?.state === "ORDERED" || row?.state === "SENT") throw new OrderUnderway(orderId);
    if (row?.state !== "PAID") return;
    await move(trx, "TAX_RETURNED", row, ["BANK", "TAX_BUDGET"], at);
    await giveUp(platform, trx, row, at);
  });
}

function orderIdOf(row: Pick<TaxPaymentRow, "id" | "attempt">): string {
  return `tax-${row.id}-${row.attempt}`;
}

function orderOf(row: TaxPaymentRow): TaxOrder {
  return {
    orderId: orderIdOf(row),
    amountKopecks: row.paid_kopecks,
    uin: row.uin ?? "",
    kbk: KBK,
    period: row.period,
    payerName: row.name,
    payerInn: row.inn,
    purpose: `Налог на профессиональный доход за ${row.period.slice(4)}.${row.period.slice(0, 4)}, ИНН ${row.inn}`,
  };
}

/**
 * Stores the bank's answer and moves the money. Source: `domain.md` §3.3, «TAX_BUDGET →
 * BANK_TAX_OUT → BANK».
 */
async function settle(
  platform: Platform,
  trx: Trx,
  row: TaxPaymentRow,
  result: OrderResult | undefined,
  at: Date,
): Promise<void> {
  const { rows: locked } = await sql<{
    sent_at: Date | null;
  }>`
    SELECT sent_at
    FROM tax_payments
    WHERE id = ${row.id} AND state = ${row.state} AND attempt = ${row.attempt}
    FOR UPDATE`.execute(trx);
  if (!locked[0]) return;
  const isRefused = result?.status === "REJECTED" || result?.status === "RETURNED";
  if (isRefused && row.state === "SENT")
    await move(trx, "TAX_RETURNED", row, ["BANK_TAX_OUT", "TAX_BUDGET"], at);
  if (isRefused) return tryAgain(platform, trx, row, at);
  // The bank has the order: its final answer is awaited.
  if (row.state === "ORDERED") await move(trx, "TAX_SENT", row, ["TAX_BUDGET", "BANK_TAX_OUT"], at);
  if (result?.status !== "DONE") {
    const dueAt = nextPollAt(locked[0].sent_at ?? at, at);
    await sql`
      UPDATE tax_payments
      SET state = 'SENT', sent_at = coalesce(sent_at, ${at}), due_at = ${dueAt}
      WHERE id = ${row.id}`.execute(trx);
    return;
  }
  await move(trx, "TAX_CONFIRMED", row, ["BANK_TAX_OUT", "BANK"], at);
  const outcome = row.paid_kopecks < row.requested_kopecks ? "PARTIALLY_PAID" : "PAID";
  await sql`
    UPDATE tax_payments
    SET state = 'PAID', outcome = ${outcome}, sent_at = coalesce(sent_at, ${at}), due_at = NULL
    WHERE id = ${row.id}`.execute(trx);
  await notifyOfTax(
    platform,
    trx,
    {
      ...row,
      outcome,
      amount: row.paid_kopecks,
      requested: row.requested_kopecks,
      tax: row.tax_kopecks,
      debt: row.debt_kopecks,
      penalty: row.penalty_kopecks,
    },
    at,
  );
}

async function tryAgain(platform: Platform, trx: Trx, row: TaxPaymentRow, at: Date): Promise<void> {
  const next = nextMorning(at);
  if (row.attempt >= TRIES || moscowDate(next) > payingDays(row.period).last)
    return giveUp(platform, trx, row, at);
  await sql`
    UPDATE tax_payments
    SET state = 'ORDERED', attempt = attempt + 1, sent_at = NULL, due_at = ${next}
    WHERE id = ${row.id}`.execute(trx);
}

/** A document that cannot be paid counts as none: the money returns to the worker. */
async function giveUp(platform: Platform, trx: Trx, row: TaxPaymentRow, at: Date): Promise<void> {
  await post(trx, {
    event: "TAX_REFUNDED",
    source: { type: "tax-payment", id: row.id, attempt: 2 },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "TAX_BUDGET", amountKopecks: row.paid_kopecks },
      { code: "WORK_AVAIL", workmanId: row.workman_id, amountKopecks: -row.paid_kopecks },
    ],
  });
  const outcome = "REFUNDED_NO_DOCUMENTS";
  await sql`
    UPDATE tax_payments
    SET state = 'REFUNDED', outcome = ${outcome}, paid_kopecks = 0, due_at = NULL
    WHERE id = ${row.id}`.execute(trx);
  await notifyOfTax(
    platform,
    trx,
    {
      ...row,
      outcome,
      amount: row.paid_kopecks,
      requested: row.requested_kopecks,
      tax: row.tax_kopecks,
      debt: row.debt_kopecks,
      penalty: row.penalty_kopecks,
    },
    at,
  );
}

type Code = "TAX_BUDGET" | "BANK_TAX_OUT" | "BANK";

async function move(
  trx: Trx,
  event: "TAX_SENT" | "TAX_CONFIRMED" | "TAX_RETURNED",
  row: TaxPaymentRow,
  [debit, credit]: readonly [Code, Code],
  at: Date,
): Promise<void> {
  await post(trx, {
    event,
    source: { type: "tax-payment", id: row.id, attempt: row.attempt },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: debit, amountKopecks: row.paid_kopecks },
      { code: credit, amountKopecks: -row.paid_kopecks },
    ],
  });
}
