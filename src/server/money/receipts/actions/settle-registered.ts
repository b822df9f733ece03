import { sql } from "kysely";
import { PAYOUT_TRANSITIONS, type PayoutState } from "#contract/payouts/payout-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { CHOSEN_MASK } from "#server/money/destinations/index.ts";
import {
  postBatch,
  takeFromHold,
  type CustomerEntry,
  type PostingLine,
} from "#server/money/ledger/index.ts";
import { announcePayouts, startReversal, movePayouts } from "#server/money/payouts/index.ts";
import {
  reserveTaxAgain,
  reserveTaxes,
  takeDebtsOfPay,
} from "#server/money/workman-taxes/index.ts";
import type { Platform } from "#server/platform.ts";
import type { IncomeRow } from "../incomes.ts";

export interface RegisteredRow extends IncomeRow {
  readonly payout_state: PayoutState;
}

/**
 * Also for reissued receipts and payouts that need none: a payout that waited is earned and goes to
 * the bank, tax is kept and a debt taken, others are told. If the payout was cancelled meanwhile, the receipt is
 * annulled: nobody else could.
 *
 * @param customers - of the whole batch: the caller goes on to write for them.
 */
export async function settleRegistered(
  platform: Platform,
  trx: Trx,
  rows: readonly RegisteredRow[],
  { at, customers }: { readonly at: Date; readonly customers: readonly number[] },
): Promise<void> {
  const earned = rows.filter((row) => row.payout_state === "RECEIPT_PENDING");
  // Committed before its order is sent: the mask tells whether an order whose answer was lost went
  // elsewhere.
  await movePayouts(
    trx,
    earned,
    transition(PAYOUT_TRANSITIONS, "registerReceipt", "system", { of: "p" }),
    sql`due_at = ${at}, destination_mask = ${CHOSEN_MASK}`,
  );
  // As late as possible: orders of the same customers wait for these locks until the commit.
  await accrue(trx, earned, [...earned.map((row) => row.account_id), ...customers], at);
  await announcePayouts(trx, earned);
  await followReceipts(platform, trx, rows, at);
  await takeDebtsOfPay(trx, earned, at);
}

async function followReceipts(
  platform: Platform,
  trx: Trx,
  rows: readonly RegisteredRow[],
  at: Date,
): Promise<void> {
  const withReceipt = rows.filter((row) => row.needs_receipt);
  if (withReceipt.length === 0) return;
  await platform.events.publish(trx, "receipts.registered", {
    payouts: withReceipt.map((row) => ({ accountId: row.account_id, id: row.id })),
    at,
  });
  for (const row of withReceipt)
    if (row.payout_state === "CANCELED")
      await startReversal(trx, { accountId: row.account_id, payoutId: row.id }, "REFUND", at);
  await keepTax(
    trx,
    withReceipt.filter((row) => row.reserves_tax && row.payout_state !== "CANCELED"),
    at,
  );
}

/** First receipts: from the pay; those issued anew, whose pay has left: from the wallet. */
async function keepTax(trx: Trx, rows: readonly RegisteredRow[], at: Date): Promise<void> {
  const taxed = rows.map((row) => ({
    accountId: row.account_id,
    payoutId: row.id,
    workmanId: row.workman_id,
    amountKopecks: row.amount_kopecks,
    operationAt: row.operation_at,
    reissueNo: row.reissue_no,
  }));
  const first = taxed.filter(({ reissueNo }) => reissueNo === 0);
  if (first.length > 0) {
    const reserved = await reserveTaxes(trx, first, at);
    await sql`
      UPDATE payouts p SET tax_reserved_kopecks = k.reserved
      FROM unnest(${reserved.map((one) => one.accountId)}::integer[],
        ${reserved.map((one) => one.payoutId)}::bigint[],
        ${reserved.map((one) => one.taxKopecks)}::bigint[]) AS k(account_id, id, reserved)
      WHERE p.account_id = k.account_id AND p.id = k.id`.execute(trx);
  }
  for (const pay of taxed) if (pay.reissueNo > 0) await reserveTaxAgain(trx, pay, at);
}

/** @param customers - of the whole batch. */
async function accrue(
  trx: Trx,
  rows: readonly IncomeRow[],
  customers: readonly number[],
  at: Date,
): Promise<void> {
  const byAccount = groupBy(rows, (row) => row.account_id);
  const entries = [...byAccount].map(([accountId, ofAccount]): CustomerEntry => ({
    event: "EARNED",
    source: { type: "payout", id: (ofAccount[0] as IncomeRow).id },
    accountId,
    at,
    businessDate: moscowDate(at),
    lines: ofAccount.flatMap((row) => earnedLines(row)),
  }));
  const byHold = [...groupBy(rows, (row) => row.hold_id)];
  for (const [holdId, ofHold] of byHold.sort(([one], [other]) => (one < other ? -1 : 1)))
    await takeFromHold(
      trx,
      ofHold[0]?.account_id as number,
      holdId,
      ofHold.reduce((sum, row) => sum + row.amount_kopecks + row.commission_kopecks, 0n),
      at,
    );
  await postBatch(trx, entries, customers);
}

/** Source: `domain.md` §3.3, «Result accepted + receipt registered». */
function earnedLines(row: IncomeRow): PostingLine[] {
  const payoutId = row.id;
  return [
    {
      code: "CUST_RES",
      accountId: row.account_id,
      amountKopecks: row.amount_kopecks + row.commission_kopecks,
      payoutId,
    },
    {
      code: "WORK_ACCRUED",
      accountId: row.account_id,
      amountKopecks: -row.amount_kopecks,
      payoutId,
    },
    {
      code: "REV_COMM",
      accountId: row.account_id,
      amountKopecks: -(row.commission_kopecks - row.vat_kopecks),
      payoutId,
    },
    { code: "VAT_BUDGET", accountId: row.account_id, amountKopecks: -row.vat_kopecks, payoutId },
  ];
}
