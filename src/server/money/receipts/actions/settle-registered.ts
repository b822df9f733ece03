import { sql } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import { startReversal } from "#server/money/payouts/index.ts";
import { reserveTaxAgain, reserveTaxes } from "#server/money/workman-taxes/index.ts";
import type { Platform } from "#server/platform.ts";

export interface RegisteredRow {
  readonly account_id: number;
  readonly payout_id: bigint;
  readonly payout_state: PayoutState;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  /** When the income arose: the tax is reserved for its month. */
  readonly operation_at: Date;
  readonly reissue_no: number;
  /** The worker has chosen that the platform pays his tax. */
  readonly reserves_tax: boolean;
}

/**
 * What follows when the tax service has registered receipts, first ones and those issued anew:
 * others are told, and the tax is kept. A receipt whose payout was cancelled meanwhile is annulled:
 * nobody else could.
 */
export async function settleRegistered(
  platform: Platform,
  trx: Trx,
  rows: readonly RegisteredRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await platform.events.publish(trx, "receipts.registered", {
    payouts: rows.map((row) => ({ accountId: row.account_id, id: row.payout_id })),
    at,
  });
  for (const row of rows)
    if (row.payout_state === "CANCELED")
      await startReversal(
        trx,
        { accountId: row.account_id, payoutId: row.payout_id },
        "REFUND",
        at,
      );
  const taxed = rows
    .filter((row) => row.reserves_tax && row.payout_state !== "CANCELED")
    .map((row) => ({
      accountId: row.account_id,
      payoutId: row.payout_id,
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
