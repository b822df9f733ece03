import { sql } from "kysely";
import { TAX_RESERVE_TRANSITIONS } from "#contract/workman-taxes/tax-money-states.ts";
import { forecastTax } from "#contract/workman-taxes/tax-forecast.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { lockedWallet, lockWorkmen, post } from "#server/money/ledger/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import { readBonusLeft, reservePeriodOf, type EarnedPay } from "./tax-reserves.ts";
import { readTaxRates } from "./tax-rates.ts";

/**
 * The annulled receipt's reserve is still kept until the pay is final; then it went to the worker's
 * wallet: taken from there, as far as it reaches. If the month was decided with it, this tax is paid
 * already.
 */
export async function reserveTaxAgain(
  trx: Trx,
  pay: EarnedPay & { readonly reissueNo: number },
  at: Date,
): Promise<void> {
  const { accountId, payoutId, workmanId } = pay;
  const { rows } = await sql<{ state: string; period: string; kopecks: bigint }>`
    SELECT state, period, amount_kopecks AS kopecks FROM tax_reserves
    WHERE account_id = ${accountId} AND payout_id = ${payoutId} AND state <> 'RELEASED'`.execute(
    trx,
  );
  const kept = rows[0];
  if (kept && kept.state !== "HELD") return;
  const period = await reservePeriodOf(trx, pay, at);
  const entry = {
    event: "TAX_RESERVED",
    source: { type: "payout", id: payoutId, attempt: pay.reissueNo + 1 },
    accountId,
    at,
    businessDate: moscowDate(at),
  } as const;
  if (kept) {
    if (kept.period === period) return;
    // Its month was decided without it, while the receipt was annulled.
    const line = { code: "WORK_TAX", workmanId, payoutId } as const;
    await sql`
      UPDATE tax_reserves
      SET period = ${period}
      WHERE account_id = ${accountId} AND payout_id = ${payoutId}`.execute(trx);
    await post(trx, {
      ...entry,
      lines: [
        { ...line, period: kept.period, amountKopecks: kept.kopecks },
        { ...line, period, amountKopecks: -kept.kopecks },
      ],
    });
    return;
  }
  const rates = await readTaxRates(trx, `${period.slice(0, 4)}-${period.slice(4)}-01`);
  await lockWorkmen(trx, "WORK_TAX", period, [workmanId]);
  const inWallet = await lockedWallet(trx, workmanId);
  const bonusLeft = (await readBonusLeft(trx, [workmanId])).get(workmanId) ?? 0n;
  const { tax, deduction } = forecastTax(pay.amountKopecks, rates, bonusLeft);
  const amount = tax < inWallet ? tax : inWallet;
  if (amount <= 0n) return;
  const hold = transition(TAX_RESERVE_TRANSITIONS, "holdAgain", "system", { of: "tax_reserves" });
  const held = await sql`
    INSERT INTO tax_reserves (account_id, payout_id, workman_id, period, amount_kopecks,
      deduction_kopecks)
    VALUES (${accountId}, ${payoutId}, ${workmanId}, ${period}, ${amount}, ${deduction})
    ON CONFLICT (account_id, payout_id) DO UPDATE
    SET period = excluded.period, amount_kopecks = excluded.amount_kopecks,
      deduction_kopecks = excluded.deduction_kopecks, ${hold.set}
    WHERE ${hold.from}`.execute(trx);
  requireMoved(held);
  await post(trx, {
    ...entry,
    lines: [
      { code: "WORK_AVAIL", workmanId, amountKopecks: amount },
      { code: "WORK_TAX", workmanId, period, amountKopecks: -amount, payoutId },
    ],
  });
}
