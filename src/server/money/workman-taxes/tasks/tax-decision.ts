import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { TaxAccruals, TaxDocument } from "#server/integrations/tax-service/port.ts";
import { lockedWallet, post } from "#server/money/ledger/index.ts";
import { askHalvingOnFailure } from "#server/work/ask-halving-on-failure.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { forEachSettingAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { decideTaxPayment, type TaxPaymentDecision } from "../actions/decide-tax-payment.ts";
import type { Platform } from "#server/platform.ts";
import { writeAccruals } from "../tax-accruals.ts";
import {
  leaseTaxPayments,
  mayBeAccrued,
  nextMorning,
  payingDays,
  notifyOfTax,
  type TaxPaymentRow,
} from "../tax-payment-rows.ts";
import { readTaxRates } from "../tax-rates.ts";
import { keepAccount } from "../actions/keep-account.ts";

const BATCH = 50;
/**
 * Pause between looks for reserves of past months, since every message between processes wakes the
 * task.
 */
const LOOK_MS = 60_000;
const FIRST_DAY = 12;

/** Kopecks. */
interface Charge {
  readonly left: bigint | null;
  readonly tax: bigint;
  readonly debt: bigint;
  readonly penalty: bigint;
  readonly document: TaxDocument | null;
}

/**
 * From the 12th on decides the reserves of the month before: paid, paid in part, or returned to the
 * worker. Reserves returned without an accrual are watched until the end of the month. Source:
 * `domain.md` §1.4.
 */
export function taxDecisionTask(platform: Platform): BackgroundTask {
  let nextAtMs = 0;
  return {
    name: "workman-taxes.tax-decisions",
    idleMs: LOOK_MS,
    async run() {
      const at = platform.clock.now();
      if (at.getTime() >= nextAtMs || nextAtMs - at.getTime() > LOOK_MS) {
        await openPayments(platform, at);
        nextAtMs = at.getTime() + LOOK_MS;
      }
      const due = await leaseTaxPayments(platform, "DUE", at, BATCH);
      const watched = await leaseTaxPayments(platform, "REFUNDED", at, BATCH);
      const leased = [...due, ...watched];
      if (leased.length === 0) return false;
      const { asked: rows, answers } = await askHalvingOnFailure(platform, {
        task: "workman-taxes.ask-charges",
        items: leased,
        nameOf: ({ id }) => String(id),
        async ask(some) {
          const inns = [...new Set(some.map(({ inn }) => inn).filter((inn) => inn !== ""))];
          return {
            accruals: await platform.taxService.accruals(inns),
            documents: await platform.taxService.paymentDocuments(inns),
          };
        },
      });
      const accruals = answers.flatMap((answer) => answer.accruals);
      const documents = answers.flatMap((answer) => answer.documents);
      await inTransaction(platform.db, (trx) =>
        writeAccruals(
          trx,
          rows.map(({ workman_id: id, inn }) => ({ id, inn })),
          accruals,
          at,
        ),
      );
      await forEachSettingAside(platform, {
        task: "workman-taxes.tax-decisions",
        items: rows,
        nameOf: ({ id }) => String(id),
        async work(row) {
          const charge = chargeOf(row, accruals, documents);
          await inTransaction(platform.db, (trx) => decide(platform, trx, row, charge, at));
          if (row.state === "DUE") await refreshAccount(platform, row, at);
        },
      });
      return true;
    },
  };
}

async function openPayments(platform: Platform, at: Date): Promise<void> {
  const today = moscowDate(at);
  if (Number(today.slice(8)) < FIRST_DAY) return;
  await sql`
    INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks, due_at)
    SELECT workman_id, period, 'DUE', sum(amount_kopecks), ${at}::timestamptz
    FROM tax_reserves
    WHERE state = 'HELD' AND period < ${today.slice(0, 7).replace("-", "")}
    GROUP BY workman_id, period
    ON CONFLICT DO NOTHING`.execute(platform.db);
}

function chargeOf(
  { inn, period }: TaxPaymentRow,
  accruals: readonly TaxAccruals[],
  documents: readonly TaxDocument[],
): Charge {
  const own = accruals.find((one) => one.inn === inn);
  const charge = own?.charges.find((one) => one.period === period);
  const document = documents.find((one) => one.inn === inn && one.period === period) ?? null;
  if (!own || !charge) return { left: null, tax: 0n, debt: 0n, penalty: 0n, document: null };
  const left = charge.taxKopecks - charge.paidKopecks;
  return {
    left,
    tax: left,
    debt: left > 0n ? own.debtKopecks : 0n,
    penalty: left > 0n ? own.penaltyKopecks : 0n,
    document,
  };
}

async function decide(
  platform: Platform,
  trx: Trx,
  row: TaxPaymentRow,
  charge: Charge,
  at: Date,
): Promise<void> {
  const { rows: locked } = await sql`
      SELECT 1 FROM tax_payments
      WHERE id = ${row.id} AND state = ${row.state} AND outcome IS NOT DISTINCT FROM ${row.outcome}
      FOR UPDATE`.execute(trx);
  if (locked.length === 0) return;
  const reserve = row.state === "DUE" ? await settleReserves(trx, row) : row.reserved_kopecks;
  const decision = decideTaxPayment({
    reserve,
    isRefunded: row.state === "REFUNDED",
    charge: charge.left,
    document: charge.document?.amountKopecks ?? null,
    isPartialAllowed: row.partial_tax_allowed,
    topUp: await mostToAdd(trx, row, at),
    isLastDay: moscowDate(at) >= payingDays(row.period).last,
  });
  if (decision.action === "WAIT") return waitUntilTomorrow(trx, row, at);
  const requested = charge.document?.amountKopecks ?? charge.tax + charge.debt + charge.penalty;
  if (row.state === "DUE")
    await sql`
      UPDATE tax_reserves
      SET state = 'SETTLED'
      WHERE workman_id = ${row.workman_id} AND period = ${row.period} AND state = 'HELD'`.execute(
      trx,
    );
  await movePayment(trx, row, decision, reserve, at);
  const { state, outcome, dueAt } = nextOf(row, decision, at);
  const topUp = decision.action === "PAY" ? decision.topUp : 0n;
  await sql`
    UPDATE tax_payments
    SET state = ${state}, outcome = ${outcome}, due_at = ${dueAt},
      reserved_kopecks = ${reserve + topUp}, topped_up_kopecks = ${topUp},
      requested_kopecks = ${requested}, tax_kopecks = ${charge.tax}, debt_kopecks = ${charge.debt},
      penalty_kopecks = ${charge.penalty},
        paid_kopecks = ${decision.action === "PAY" ? decision.amount : 0n},
        uin = ${charge.document?.uin ?? null}
      WHERE id = ${row.id}`.execute(trx);
  // No notice for a month whose receipts were all annulled; a payment is notified when the bank has
  // made it.
  if (decision.action === "PAY" || reserve === 0n) return;
  await notifyOfTax(
    platform,
    trx,
    {
      ...row,
      outcome: decision.outcome,
      amount: reserve,
      requested,
      tax: charge.tax,
      debt: charge.debt,
      penalty: charge.penalty,
      toppedUp: 0n,
    },
    at,
  );
}

/** The month's reserves, locked: a concurrent annulment waits and then finds them settled. */
async function settleReserves(
  trx: Trx,
  { workman_id: workmanId, period }: TaxPaymentRow,
): Promise<bigint> {
  const { rows } = await sql<{ amount_kopecks: bigint }>`
    SELECT amount_kopecks
    FROM tax_reserves
    WHERE workman_id = ${workmanId} AND period = ${period} AND state = 'HELD'
    ORDER BY account_id, payout_id
    FOR UPDATE`.execute(trx);
  return rows.reduce((sum, row) => sum + row.amount_kopecks, 0n);
}

/**
 * Sums below the smallest tax are carried over by the tax service to the next month, and reserves
 * are rounded by payment: so much may be missing of a month that was reserved in full. The worker may
 * let it be taken from his wallet.
 */
async function mostToAdd(
  trx: Trx,
  { workman_id: workmanId, tax_top_up_allowed: isAllowed }: TaxPaymentRow,
  at: Date,
): Promise<bigint> {
  if (!isAllowed) return 0n;
  const { smallestTax } = await readTaxRates(trx, moscowDate(at));
  const inWallet = await lockedWallet(trx, workmanId);
  return inWallet < smallestTax ? inWallet : smallestTax;
}

async function waitUntilTomorrow(trx: Trx, row: TaxPaymentRow, at: Date): Promise<void> {
  const dueAt = row.state === "DUE" || mayBeAccrued(row.period, at) ? nextMorning(at) : null;
  await sql`UPDATE tax_payments SET due_at = ${dueAt} WHERE id = ${row.id}`.execute(trx);
}

function nextOf(
  row: TaxPaymentRow,
  decision: Exclude<TaxPaymentDecision, { action: "WAIT" }>,
  at: Date,
): { state: string; outcome: string | null; dueAt: Date | null } {
  if (decision.action === "PAY") return { state: "ORDERED", outcome: null, dueAt: at };
  const isWatched = decision.outcome === "REFUNDED_WITHOUT_REQUEST" && mayBeAccrued(row.period, at);
  return {
    state: "REFUNDED",
    outcome: decision.outcome,
    dueAt: isWatched ? nextMorning(at) : null,
  };
}

/** Moves the payable part to the budget and the rest to the worker. Source: `domain.md` §3.3. */
async function movePayment(
  trx: Trx,
  { id, workman_id: workmanId, period }: TaxPaymentRow,
  decision: TaxPaymentDecision,
  reserve: bigint,
  at: Date,
): Promise<void> {
  const entry = {
    source: { type: "tax-payment", id },
    accountId: null,
    at,
    businessDate: moscowDate(at),
  } as const;
  if (decision.action === "PAY") {
    if (decision.topUp > 0n)
      await post(trx, {
        ...entry,
        event: "TAX_RESERVED",
        lines: [
          { code: "WORK_AVAIL", workmanId, amountKopecks: decision.topUp },
          { code: "WORK_TAX", workmanId, period, amountKopecks: -decision.topUp },
        ],
      });
    await post(trx, {
      ...entry,
      event: "TAX_ACCRUED",
      lines: [
        { code: "WORK_TAX", workmanId, period, amountKopecks: decision.amount },
        { code: "TAX_BUDGET", amountKopecks: -decision.amount },
      ],
    });
  }
  const refund = decision.action === "PAY" || decision.action === "REFUND" ? decision.refund : 0n;
  if (refund === 0n || reserve === 0n) return;
  await post(trx, {
    ...entry,
    event: "TAX_REFUNDED",
    lines: [
      { code: "WORK_TAX", workmanId, period, amountKopecks: refund },
      { code: "WORK_AVAIL", workmanId, amountKopecks: -refund },
    ],
  });
}

/** Reserves of the next month are computed with the deduction after the accrual. */
async function refreshAccount(platform: Platform, row: TaxPaymentRow, at: Date): Promise<void> {
  const account = await platform.taxService.taxpayerAccount(row.inn);
  if (typeof account !== "string") await keepAccount(platform.db, row.workman_id, account, at);
}
