import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { TAX_RESERVE_TRANSITIONS } from "#contract/workman-taxes/tax-money-states.ts";
import { LATE_RETURN_DAYS } from "#contract/payouts/payout-states.ts";
import { forecastTax } from "#contract/workman-taxes/tax-forecast.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { lockedWallet, lockWorkmen, post } from "#server/money/ledger/index.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import type { PayoutKey } from "#server/product-events.ts";
import type { Claim } from "#server/work/item-task.ts";
import { payingDays } from "./tax-payment-rows.ts";
import { readTaxRates } from "./tax-rates.ts";

export interface EarnedPay {
  readonly accountId: number;
  readonly payoutId: bigint;
  readonly workmanId: number;
  readonly amountKopecks: bigint;
  /** The tax service counts the income in the receipt's month. */
  readonly operationAt: Date;
}

export interface ReservedPay extends EarnedPay {
  readonly taxKopecks: bigint;
  readonly deductionKopecks: bigint;
}

/** `2026-11-21` → `202611`. */
function periodOf(at: Date): string {
  return moscowDate(at).slice(0, 7).replace("-", "");
}

/**
 * The customer's accrued pay → WORK_TAX of worker and the receipt's month, by forecast.
 *
 * Decision: a decided month takes no more; what a late answer earns of it is reserved in the
 * current month.
 *
 * Decision: while the deduction is unknown the whole rate is reserved; the excess returns when the
 * month is decided. The reserve is the worker's account, as it is paid once a month for all his
 * customers. Source: `domain.md` §3.3, «Tax reserve».
 *
 * @returns reserves by pay, without those that round to zero.
 */
export async function reserveTaxes(
  trx: Trx,
  earned: readonly EarnedPay[],
  at: Date,
): Promise<ReservedPay[]> {
  const decided = await readDecidedMonths(trx, earned, at);
  const monthOf = ({ workmanId, operationAt }: EarnedPay) =>
    decided.has(monthKey(workmanId, periodOf(operationAt))) ? periodOf(at) : periodOf(operationAt);
  const reserved: ReservedPay[] = [];
  // Month by month: all batches lock accounts of the same workers in one order.
  const byMonth = [...groupBy(earned, monthOf)].sort(([one], [other]) => one.localeCompare(other));
  for (const [period, ofMonth] of byMonth)
    reserved.push(...(await reserveMonth(trx, period, ofMonth, at)));
  return reserved;
}

/** Decided as in `reserveTaxes`. */
export async function reservePeriodOf(trx: Trx, pay: EarnedPay, at: Date): Promise<string> {
  const decided = await readDecidedMonths(trx, [pay], at);
  return periodOf(decided.size > 0 ? at : pay.operationAt);
}

/**
 * Past decided months. Undecided ones are opened and locked: the decision waits and finds what is
 * reserved here.
 */
async function readDecidedMonths(
  trx: Trx,
  earned: readonly EarnedPay[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const late = earned.filter(({ operationAt }) => periodOf(operationAt) !== periodOf(at));
  if (late.length === 0) return new Set();
  await openMonths(trx, late, at);
  const { rows } = await sql<{ workman_id: number; period: string; state: string }>`
    SELECT workman_id, period, state FROM tax_payments
    WHERE (workman_id,
      period) IN (SELECT * FROM unnest(${late.map(({ workmanId }) => workmanId)}::integer[],
        ${late.map(({ operationAt }) => periodOf(operationAt))}::text[]))
    ORDER BY id
    FOR UPDATE`.execute(trx);
  return new Set(
    rows.filter(({ state }) => state !== "DUE").map((row) => monthKey(row.workman_id, row.period)),
  );
}

/** Otherwise it could be opened and decided before this reserve is committed. */
async function openMonths(trx: Trx, late: readonly EarnedPay[], at: Date): Promise<void> {
  const months = late.map(({ workmanId, operationAt }) => ({
    workmanId,
    period: periodOf(operationAt),
  }));
  const payable = ({ period }: { readonly period: string }) => {
    const first = new Date(`${payingDays(period).first}T00:00:00+03:00`);
    return first > at ? first : at;
  };
  await sql`
    INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks, due_at)
    SELECT DISTINCT workman_id, period, 'DUE', 0, due_at
    FROM unnest(${months.map(({ workmanId }) => workmanId)}::integer[],
      ${months.map(({ period }) => period)}::text[],
      ${months.map(payable)}::timestamptz[]) AS k(workman_id, period, due_at)
    ORDER BY workman_id, period
    ON CONFLICT DO NOTHING`.execute(trx);
}

function monthKey(workmanId: number, period: string): string {
  return `${workmanId}:${period}`;
}

async function reserveMonth(
  trx: Trx,
  period: string,
  earned: readonly EarnedPay[],
  at: Date,
): Promise<ReservedPay[]> {
  const rates = await readTaxRates(trx, `${period.slice(0, 4)}-${period.slice(4)}-01`);
  // First, so that two batches of one worker read the deduction in turn.
  await lockWorkmen(
    trx,
    "WORK_TAX",
    period,
    earned.map(({ workmanId }) => workmanId),
  );
  const bonusLeft = await readBonusLeft(
    trx,
    earned.map(({ workmanId }) => workmanId),
  );
  const reserved = earned
    .map((pay): ReservedPay => {
      const { tax, deduction, bonusAfter } = forecastTax(
        pay.amountKopecks,
        rates,
        bonusLeft.get(pay.workmanId) ?? 0n,
      );
      bonusLeft.set(pay.workmanId, bonusAfter);
      return { ...pay, taxKopecks: tax, deductionKopecks: deduction };
    })
    .filter(({ taxKopecks }) => taxKopecks > 0n);
  await sql`
    INSERT INTO tax_reserves (account_id, payout_id, workman_id, period, amount_kopecks,
      deduction_kopecks)
    SELECT account_id, payout_id, workman_id, ${period}, tax, deduction
    FROM unnest(${reserved.map((pay) => pay.accountId)}::integer[],
      ${reserved.map((pay) => pay.payoutId)}::bigint[],
      ${reserved.map((pay) => pay.workmanId)}::integer[],
        ${reserved.map((pay) => pay.taxKopecks)}::bigint[],
        ${reserved.map((pay) => pay.deductionKopecks)}::bigint[]) AS r(account_id, payout_id,
        workman_id, tax, deduction)`.execute(trx);
  for (const [accountId, ofAccount] of groupBy(reserved, (pay) => pay.accountId)) {
    await post(trx, {
      event: "TAX_RESERVED",
      source: { type: "payout", id: ofAccount[0]?.payoutId as bigint },
      accountId,
      at,
      businessDate: moscowDate(at),
      lines: ofAccount.flatMap(({ payoutId, workmanId, taxKopecks }) => [
        { code: "WORK_ACCRUED", accountId, amountKopecks: taxKopecks, payoutId } as const,
        { code: "WORK_TAX", workmanId, period, amountKopecks: -taxKopecks, payoutId } as const,
      ]),
    });
  }
  return reserved;
}

/** Left by the tax service, less what reserves unknown to it use. */
export async function readBonusLeft(
  trx: Kysely<Schema>,
  workmanIds: readonly number[],
): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ id: number; bonus: bigint }>`
    SELECT i.workman_id AS id,
      greatest(0,
        i.bonus_kopecks - coalesce((SELECT sum(r.deduction_kopecks)
          FROM tax_reserves r
          WHERE r.workman_id = i.workman_id AND r.state = 'HELD'),
          0))::bigint AS bonus
    FROM tax_account_infos i WHERE i.workman_id = ANY (${[...workmanIds]}::integer[])`.execute(trx);
  return new Map(rows.map(({ id, bonus }) => [id, bonus]));
}

interface ReserveRow {
  readonly workman_id: number;
  readonly period: string;
  readonly amount_kopecks: bigint;
  readonly state: "HELD" | "RELEASED" | "SETTLED";
}

/**
 * To accrued pay, as the whole sum returns to the customer. A reserve already paid out becomes the
 * worker's debt, as does what a reserve made anew lacks. Source: `domain.md` §3.3, «Receipt
 * annulled, tax reserve of it».
 *
 * @param keptKopecks - of the pay, when it was sent without its tax.
 */
export async function releaseTaxReserve(
  trx: Trx,
  {
    accountId,
    payoutId,
    keptKopecks,
  }: { accountId: number; payoutId: bigint; keptKopecks: bigint },
  at: Date,
): Promise<void> {
  const { rows } = await sql<ReserveRow>`
      SELECT workman_id, period, amount_kopecks, state
      FROM tax_reserves
      WHERE account_id = ${accountId} AND payout_id = ${payoutId}
      FOR UPDATE`.execute(trx);
  const reserve = rows[0];
  if (!reserve) return;
  const { workman_id: workmanId, period, amount_kopecks: amountKopecks } = reserve;
  const isHeld = reserve.state === "HELD";
  const missing = keptKopecks - (isHeld ? amountKopecks : 0n);
  if (isHeld) {
    await lockWorkmen(trx, "WORK_TAX", period, [workmanId]);
    await release(trx, accountId, payoutId);
  }
  // Before the debt, as whoever takes a debt from what has come locks.
  await lockedWallet(trx, workmanId);
  await post(trx, {
    event: "TAX_RELEASED",
    source: { type: "payout", id: payoutId, attempt: isHeld ? 1 : 2 },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: [
      ...(isHeld
        ? [{ code: "WORK_TAX", workmanId, period, amountKopecks, payoutId } as const]
        : []),
      ...(missing > 0n
        ? [{ code: "WORK_DEBT", workmanId, amountKopecks: missing, payoutId } as const]
        : []),
      ...(missing < 0n ? [{ code: "WORK_AVAIL", workmanId, amountKopecks: missing } as const] : []),
      { code: "WORK_ACCRUED", accountId, amountKopecks: -keptKopecks, payoutId },
    ],
  });
}

/** Of reserves `r`: there is no income, so no tax of it. */
export const IS_ANNULLED = sql<boolean>`
  EXISTS (SELECT FROM receipts c
    WHERE c.account_id = r.account_id
      AND c.payout_id = r.payout_id
      AND c.state IN ('REVERSED_BY_PLATFORM', 'REVERSED_BY_WORKMAN'))`;

/** Of payouts `p`: the bank does not send it back any more. */
const isFinal = (at: Date) => sql<boolean>`
  (p.state = 'PAID' AND p.paid_at <= ${new Date(at.getTime() - LATE_RETURN_DAYS * 86_400_000)})`;

/** Whose receipt is annulled and whose pay is final: the reserve is the worker's. */
export async function reservesToRelease(
  db: Kysely<Schema>,
  { at, limit, isFree }: Pick<Claim, "at" | "limit" | "isFree">,
): Promise<PayoutKey[]> {
  const { rows } = await sql<PayoutKey>`
    SELECT r.account_id AS "accountId", r.payout_id AS id
    FROM tax_reserves r
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    WHERE r.state = 'HELD'
      AND ${IS_ANNULLED}
      AND ${isFinal(at)}
      AND ${isFree(sql`r.account_id || '-' || r.payout_id`)}
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** To the wallet, unless the receipt or the pay has changed since. */
export async function releaseReserveOfAnnulled(
  trx: Trx,
  { accountId, id: payoutId }: PayoutKey,
  at: Date,
): Promise<void> {
  const { rows } = await sql<ReserveRow & { receipt_no: number }>`
    SELECT r.*,
      (SELECT c.reissue_no + 1
        FROM receipts c
        WHERE c.account_id = r.account_id AND c.payout_id = r.payout_id) AS receipt_no
    FROM payouts p
    JOIN tax_reserves r ON r.account_id = p.account_id AND r.payout_id = p.id
    WHERE p.account_id = ${accountId}
      AND p.id = ${payoutId}
      AND r.state = 'HELD'
      AND ${IS_ANNULLED}
      AND ${isFinal(at)}
    FOR UPDATE OF p, r`.execute(trx);
  const reserve = rows[0];
  if (!reserve) return;
  const { workman_id: workmanId, amount_kopecks: amountKopecks } = reserve;
  await release(trx, accountId, payoutId);
  await post(trx, {
    event: "TAX_REFUNDED",
    source: { type: "payout", id: payoutId, attempt: reserve.receipt_no },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "WORK_TAX", workmanId, period: reserve.period, amountKopecks, payoutId },
      { code: "WORK_ACCRUED", accountId, amountKopecks: -amountKopecks, payoutId },
      { code: "WORK_ACCRUED", accountId, amountKopecks, payoutId },
      { code: "WORK_AVAIL", workmanId, amountKopecks: -amountKopecks },
    ],
  });
}

async function release(trx: Trx, accountId: number, payoutId: bigint): Promise<void> {
  const move = transition(TAX_RESERVE_TRANSITIONS, "release", "system");
  requireMoved(
    await sql`
      UPDATE tax_reserves
      SET ${move.set}
      WHERE account_id = ${accountId} AND payout_id = ${payoutId} AND ${move.from}`.execute(trx),
  );
}
