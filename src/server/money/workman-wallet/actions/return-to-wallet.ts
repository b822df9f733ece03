import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import {
  requireNeverPaid,
  type MayStillBePaid,
  type Versioned,
} from "#server/money/bank-orders/index.ts";
import { post } from "#server/money/ledger/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, type Move } from "#server/data/transition.ts";

export const WITHDRAWAL_ORDERS = "workman-wallet.withdrawals";

export function orderIdOf({ id }: { readonly id: bigint }): string {
  return `withdrawal-${id}`;
}

/**
 * With the fee.
 *
 * @param move - of its state.
 * @param from - `BANK` when the bank had confirmed.
 * @param reason - `null`: the worker's own wish.
 */
export async function returnToWallet(
  trx: Trx,
  row: Versioned & {
    readonly id: bigint;
    readonly workman_id: number;
    readonly amount_kopecks: bigint;
    readonly fee_kopecks: bigint;
  },
  move: Move<string>,
  {
    reason,
    from,
    never,
    at,
  }: {
    readonly reason: PayoutFailure | null;
    readonly from: "BANK_OUT" | "BANK";
    readonly never: MayStillBePaid | null;
    readonly at: Date;
  },
): Promise<void> {
  requireNeverPaid(never, orderIdOf(row), row);
  requireMoved(
    await sql`
      UPDATE withdrawals
      SET ${move.set}, failure_reason = ${reason}, returned_at = ${at}
      WHERE id = ${row.id} AND ${move.from}`.execute(trx),
  );
  await post(trx, {
    event: "WITHDRAWAL_RETURNED",
    source: { type: "withdrawal", id: row.id },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: from, amountKopecks: row.amount_kopecks - row.fee_kopecks },
      { code: "REV_FEE", amountKopecks: row.fee_kopecks },
      { code: "WORK_AVAIL", workmanId: row.workman_id, amountKopecks: -row.amount_kopecks },
    ],
  });
}
