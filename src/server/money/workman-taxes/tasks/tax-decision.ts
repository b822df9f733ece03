import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  TAX_PAYMENT_TRANSITIONS,
  TAX_RESERVE_TRANSITIONS,
} from "#contract/workman-taxes/tax-money-states.ts";
import type { TaxAccruals, TaxDocument } from "#server/integrations/tax-service/port.ts";
import { lockedWallet, post } from "#server/money/ledger/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { PayoutKey } from "#server/product-events.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import { decideTaxPayment, type TaxPaymentDecision } from "../actions/decide-tax-payment.ts";
import type { Platform } from "#server/platform.ts";
import { writeAccruals } from "../tax-accruals.ts";
import {
  leaseDue,
  mayBeAccrued,
  nextMorning,
  payingDays,
  notifyOfTax,
  type TaxPaymentRow,
} from "../tax-payment-rows.ts";
import { readTaxRates } from "../tax-rates.ts";
import { IS_ANNULLED } from "../tax-reserves.ts";
import { refreshAccounts } from "../actions/keep-account.ts";

/** Between looks for reserves of past months. */
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

interface Opened {
  readonly workman_id: number;
  readonly period: string;
}

/** From the 12th on, for the month before. */
export function openTaxPaymentsTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<Opened>(platform, {
    name: "workman-taxes.open-payments",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 500,
    nameOf: ({ workman_id: workmanId, period }) => `${workmanId}-${period}`,
    async lease({ at, limit, isFree }) {
      const today = moscowDate(at);
      if (Number(today.slice(8)) < FIRST_DAY) return [];
      const { rows } = await sql<Opened>`
        SELECT DISTINCT r.workman_id, r.period
        FROM tax_reserves r
        WHERE r.state = 'HELD'
          AND NOT ${IS_ANNULLED}
          AND r.period < ${today.slice(0, 7).replace("-", "")}
          AND NOT EXISTS (SELECT FROM tax_payments t
            WHERE t.workman_id = r.workman_id AND t.period = r.period)
          AND ${isFree(sql`r.workman_id || '-' || r.period`)}
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settleTogether(trx, opened, at) {
      await sql`
        INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks, due_at)
        SELECT r.workman_id, r.period, 'DUE', sum(r.amount_kopecks), ${at}::timestamptz
        FROM tax_reserves r
        JOIN unnest(${opened.map((one) => one.workman_id)}::integer[],
          ${opened.map((one) => one.period)}::text[]) AS o(workman_id, period)
          ON o.workman_id = r.workman_id AND o.period = r.period
        WHERE r.state = 'HELD' AND NOT ${IS_ANNULLED}
        GROUP BY r.workman_id, r.period
        ON CONFLICT DO NOTHING`.execute(trx);
    },
  });
}

interface Answer {
  readonly accruals: readonly TaxAccruals[];
  readonly documents: readonly TaxDocument[];
}

/**
 * Paid, paid in part, or returned to the worker. Reserves returned without an accrual are watched
 * until the month ends. Source: `domain.md` §1.4.
 */
export function taxDecisionTask(platform: Platform): BackgroundTask {
  return outsideTask<TaxPaymentRow, Answer>(platform, {
    name: "workman-taxes.tax-decisions",
    idleMs: LOOK_MS,
    batch: 50,
    nameOf,
    lease: (claim) =>
      leaseDue(
        platform,
        sql`state IN ('DUE', 'REFUNDED') AND ${claim.isFree(sql`id::text`)}`,
        claim,
      ),
    ask: (rows, { at }) => ask(platform, rows, at),
    async settle(trx, row, answer, at) {
      const { accruals, documents } = answer ?? { accruals: [], documents: [] };
      await writeAccruals(trx, [{ id: row.workman_id, inn: row.inn }], accruals, at);
      await decide(platform, trx, row, chargeOf(row, accruals, documents), at);
    },
  });
}

const nameOf = ({ id }: TaxPaymentRow) => String(id);

async function ask(
  platform: Platform,
  rows: readonly TaxPaymentRow[],
  at: Date,
): Promise<ReadonlyMap<string, Answer>> {
  const inns = [...new Set(rows.map(({ inn }) => inn).filter((inn) => inn !== ""))];
  const accruals = await platform.taxService.accruals(inns);
  const documents = await platform.taxService.paymentDocuments(inns);
  // The next reserves need the deduction after the accrual.
  await refreshAccounts(
    platform,
    rows.filter(({ state }) => state === "DUE").map(({ workman_id: id, inn }) => ({ id, inn })),
    at,
  );
  return new Map(
    rows.map((row) => [
      nameOf(row),
      {
        accruals: accruals.filter(({ inn }) => inn === row.inn),
        documents: documents.filter(({ inn }) => inn === row.inn),
      },
    ]),
  );
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
  const held = row.state === "DUE" ? await settleReserves(trx, row) : null;
  const reserve = held?.sum ?? row.reserved_kopecks;
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
  const settled = transition(TAX_RESERVE_TRANSITIONS, "settle", "system");
  if (held)
    await sql`
      UPDATE tax_reserves
      SET ${settled.set}
      WHERE (account_id, payout_id) IN (SELECT *
          FROM unnest(${numberArray(held.keys.map(({ accountId }) => accountId))}::integer[],
            ${numberArray(held.keys.map(({ id }) => id))}::bigint[]))
        AND ${settled.from}`.execute(trx);
  await movePayment(trx, row, decision, reserve, at);
  const { to, outcome, dueAt } = nextOf(row, decision, at);
  const move = transition(TAX_PAYMENT_TRANSITIONS, "decide", "system", { to });
  const topUp = decision.action === "PAY" ? decision.topUp : 0n;
  requireMoved(
    await sql`
    UPDATE tax_payments
    SET ${move.set}, outcome = ${outcome}, due_at = ${dueAt},
      reserved_kopecks = ${reserve + topUp}, topped_up_kopecks = ${topUp},
      requested_kopecks = ${requested}, tax_kopecks = ${charge.tax}, debt_kopecks = ${charge.debt},
      penalty_kopecks = ${charge.penalty},
        paid_kopecks = ${decision.action === "PAY" ? decision.amount : 0n},
        uin = ${charge.document?.uin ?? null}
    WHERE id = ${row.id} AND ${move.from}`.execute(trx),
  );
  // No notice if all receipts were annulled; a payment is told when the bank has made it.
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

/**
 * A concurrent annulment of the payment waits, then finds them settled. Those of annulled receipts
 * are no tax of the month.
 */
async function settleReserves(
  trx: Trx,
  { workman_id: workmanId, period }: TaxPaymentRow,
): Promise<{ readonly keys: readonly PayoutKey[]; readonly sum: bigint }> {
  const { rows } = await sql<PayoutKey & { amount: bigint }>`
    SELECT r.account_id AS "accountId", r.payout_id AS id, r.amount_kopecks AS amount
    FROM tax_reserves r
    WHERE r.workman_id = ${workmanId}
      AND r.period = ${period}
      AND r.state = 'HELD'
      AND NOT ${IS_ANNULLED}
    ORDER BY r.account_id, r.payout_id
    FOR UPDATE OF r`.execute(trx);
  return { keys: rows, sum: rows.reduce((sum, { amount }) => sum + amount, 0n) };
}

/**
 * Sums below the smallest tax are carried over to the next month, and reserves are rounded by
 * payment: so much may be missing of a fully reserved month. The worker may let it be taken from
 * his wallet.
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
): { to: "ORDERED" | "REFUNDED"; outcome: string | null; dueAt: Date | null } {
  if (decision.action === "PAY") return { to: "ORDERED", outcome: null, dueAt: at };
  const isWatched = decision.outcome === "REFUNDED_WITHOUT_REQUEST" && mayBeAccrued(row.period, at);
  return {
    to: "REFUNDED",
    outcome: decision.outcome,
    dueAt: isWatched ? nextMorning(at) : null,
  };
}

/** The payable part → the budget, the rest → the worker. Source: `domain.md` §3.3. */
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
