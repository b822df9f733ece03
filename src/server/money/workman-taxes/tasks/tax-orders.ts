import { sql, type RawBuilder } from "kysely";
import { TAX_PAYMENT_TRANSITIONS } from "#contract/workman-taxes/tax-money-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { TaxOrder } from "#server/integrations/bank/port.ts";
import {
  requireNeverPaid,
  settledOneByOne,
  type LockedOrder,
  type NeverPaid,
  type NotSent,
  type OrderKind,
  type OrderStage,
  type SettledOrder,
} from "#server/money/bank-orders/index.ts";
import { post } from "#server/money/ledger/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import {
  leaseDue,
  nextMorning,
  payingDays,
  notifyOfTax,
  taxPurpose,
  type TaxPaymentRow,
} from "../tax-payment-rows.ts";

/** One each morning. */
const TRIES = 3;
/** Source: `domain.md` §1.1. */
const KBK = "18210506000011000110";

const STAGES: Readonly<Partial<Record<TaxPaymentRow["state"], OrderStage>>> = {
  ORDERED: "READY",
  SENT: "SENT",
  PAID: "DONE",
};

/** Decided taxes → the budget; a late return goes to the worker's wallet. */
export function taxOrders(platform: Platform): OrderKind<TaxPaymentRow, TaxOrder> {
  return {
    name: "workman-taxes.orders",
    idleMs: 5000,
    batch: 200,
    orderIdOf,
    sentAtOf: (row) => row.sent_at,
    orderOf,
    submit: (bank, orders) => bank.submitTaxOrders(orders),
    lease: (stage, claim) =>
      leaseDue(
        platform,
        sql`
          state = ${stage === "READY" ? "ORDERED" : "SENT"}
            AND ${claim.isFree(sql`'tax-' || id || '-' || attempt`)}`,
        claim,
      ),
    ...settledOneByOne<TaxPaymentRow>({
      lock: lockTaxPayment,
      settle: (trx, order, at) => settle(platform, trx, order, at),
    }),
  };
}

async function lockTaxPayment(
  trx: Trx,
  orderId: string,
): Promise<LockedOrder<TaxPaymentRow> | null> {
  const [, id, attempt] = /^tax-(\d{1,18})-(\d{1,4})$/.exec(orderId) ?? [];
  if (id === undefined) return null;
  const { rows } = await sql<TaxPaymentRow>`
    SELECT t.*, t.xmin::text AS row_version, w.person_id, coalesce(w.inn, '') AS inn, '' AS name, w.partial_tax_allowed,
      w.tax_top_up_allowed, false AS is_unbound
    FROM tax_payments t
    JOIN workmen w ON w.id = t.workman_id
    WHERE t.id = ${BigInt(id)} AND t.attempt = ${Number(attempt)}
    FOR NO KEY UPDATE OF t`.execute(trx);
  const row = rows[0];
  const stage = row && STAGES[row.state];
  return row && stage ? { row, stage } : null;
}

function orderIdOf(row: Pick<TaxPaymentRow, "id" | "attempt">): string {
  return `tax-${row.id}-${row.attempt}`;
}

/** A tax of somebody who has left the platform is his to pay: the money returns. */
function orderOf(row: TaxPaymentRow): TaxOrder | NotSent {
  if (row.is_unbound) return "NOT_ORDERED";
  return {
    orderId: orderIdOf(row),
    amountKopecks: row.paid_kopecks,
    uin: row.uin ?? "",
    kbk: KBK,
    period: row.period,
    payerName: row.name,
    payerInn: row.inn,
    purpose: taxPurpose(row.period, row.inn),
  };
}

/** Source: `domain.md` §3.3, «TAX_BUDGET → BANK_TAX_OUT → BANK». */
async function settle(
  platform: Platform,
  trx: Trx,
  { row, stage, outcome }: SettledOrder<TaxPaymentRow>,
  at: Date,
): Promise<void> {
  if (outcome.status === "POSTPONED") return;
  if (outcome.status === "FAILED" || outcome.status === "RETURNED") {
    if (stage !== "READY")
      await move(
        trx,
        "TAX_RETURNED",
        row,
        [stage === "DONE" ? "BANK" : "BANK_TAX_OUT", "TAX_BUDGET"],
        at,
      );
    return stage === "DONE"
      ? giveUp(platform, trx, row, outcome.never, at)
      : tryAgain(platform, trx, row, outcome.never, at);
  }
  if (stage === "READY") await move(trx, "TAX_SENT", row, ["TAX_BUDGET", "BANK_TAX_OUT"], at);
  const sent = sql`sent_at = coalesce(sent_at, ${at})`;
  if (outcome.status === "WAITING")
    return write(trx, row, "send", sql`${sent}, due_at = ${outcome.dueAt}`);
  await move(trx, "TAX_CONFIRMED", row, ["BANK_TAX_OUT", "BANK"], at);
  const paid = row.paid_kopecks < row.requested_kopecks ? "PARTIALLY_PAID" : "PAID";
  await write(trx, row, "pay", sql`outcome = ${paid}, ${sent}, due_at = NULL`);
  await tell(platform, trx, row, paid, at);
}

/** A new order next morning: the bank must have ended this one. */
async function tryAgain(
  platform: Platform,
  trx: Trx,
  row: TaxPaymentRow,
  never: NeverPaid,
  at: Date,
): Promise<void> {
  requireNeverPaid(never, orderIdOf(row), row);
  const next = nextMorning(at);
  if (row.attempt >= TRIES || moscowDate(next) > payingDays(row.period).last)
    return giveUp(platform, trx, row, never, at);
  await write(trx, row, "retry", sql`attempt = attempt + 1, sent_at = NULL, due_at = ${next}`);
}

/** A document that cannot be paid counts as none: the money returns. */
async function giveUp(
  platform: Platform,
  trx: Trx,
  row: TaxPaymentRow,
  never: NeverPaid,
  at: Date,
): Promise<void> {
  requireNeverPaid(never, orderIdOf(row), row);
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
  await write(trx, row, "giveUp", sql`outcome = ${outcome}, paid_kopecks = 0, due_at = NULL`);
  await tell(platform, trx, row, outcome, at);
}

async function write(
  trx: Trx,
  { id }: TaxPaymentRow,
  event: "send" | "pay" | "retry" | "giveUp",
  rest: RawBuilder<unknown>,
): Promise<void> {
  const move = transition(TAX_PAYMENT_TRANSITIONS, event, "system");
  requireMoved(
    await sql`
      UPDATE tax_payments
      SET ${move.set}, ${rest}
      WHERE id = ${id} AND ${move.from}`.execute(trx),
  );
}

function tell(
  platform: Platform,
  trx: Trx,
  row: TaxPaymentRow,
  outcome: "PAID" | "PARTIALLY_PAID" | "REFUNDED_NO_DOCUMENTS",
  at: Date,
): Promise<void> {
  return notifyOfTax(
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
      toppedUp: row.topped_up_kopecks,
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
