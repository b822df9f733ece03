import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  requireNeverPaid,
  type NeverPaid,
  type Versioned,
} from "#server/money/bank-orders/index.ts";
import { post, takeFromHold, type CustomerEntry } from "#server/money/ledger/index.ts";
import { owePayAgain, releaseTaxReserve } from "#server/money/workman-taxes/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { orderIdOf } from "../bank-orders.ts";
import { requireNeverRegistered, type NeverRegistered } from "../may-still-be-registered.ts";

export interface ReservedRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly hold_id: bigint;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly attempt: number;
}

export interface EarnedRow extends Versioned {
  readonly account_id: number;
  readonly id: bigint;
  readonly registry_id: number | null;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly vat_kopecks: bigint;
  readonly attempt: number;
  readonly tax_reserved_kopecks: bigint;
  readonly debt_taken_kopecks: bigint;
}

/** For a payout without a receipt. */
export async function returnReserved(
  trx: Trx,
  row: ReservedRow,
  proof: NeverRegistered,
  at: Date,
): Promise<void> {
  const { account_id: accountId, id: payoutId } = row;
  requireNeverRegistered(proof, { accountId, id: payoutId }, at);
  const amountKopecks = row.amount_kopecks + row.commission_kopecks;
  await takeFromHold(trx, accountId, row.hold_id, amountKopecks, at);
  await post(trx, {
    event: "HOLD_RELEASE",
    source: { type: "payout", id: payoutId, attempt: row.attempt },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "CUST_RES", accountId, amountKopecks, payoutId },
      { code: "CUST_AVAIL", accountId, amountKopecks: -amountKopecks },
    ],
  });
}

/**
 * With the commission. Source: `domain.md` §3.3, «Returned, given up», «Receipt annulled before
 * payout».
 */
export async function returnEarned(
  trx: Trx,
  row: EarnedRow,
  proof: NeverPaid,
  at: Date,
): Promise<void> {
  const { account_id: accountId, id: payoutId } = row;
  requireNeverPaid(proof, orderIdOf(row), row);
  const { tax_reserved_kopecks: keptKopecks, debt_taken_kopecks: debtKopecks } = row;
  const givenUp: CustomerEntry = {
    event: "PAYOUT_GIVEN_UP",
    source: { type: "payout", id: payoutId, attempt: row.attempt },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "WORK_ACCRUED", accountId, amountKopecks: row.amount_kopecks, payoutId },
      {
        code: "REV_COMM",
        accountId,
        amountKopecks: row.commission_kopecks - row.vat_kopecks,
        payoutId,
      },
      { code: "VAT_BUDGET", accountId, amountKopecks: row.vat_kopecks, payoutId },
      {
        code: "CUST_AVAIL",
        accountId,
        amountKopecks: -(row.amount_kopecks + row.commission_kopecks),
        payoutId,
      },
    ],
  };
  // What was kept comes back to the accrued pay first, which may not be negative.
  await post(
    trx,
    givenUp,
    keptKopecks + debtKopecks > 0n
      ? async () => {
          if (keptKopecks > 0n)
            await releaseTaxReserve(trx, { accountId, payoutId, keptKopecks }, at);
          await owePayAgain(
            trx,
            { accountId, payoutId, workmanId: row.workman_id, debtKopecks },
            at,
          );
        }
      : undefined,
  );
}
