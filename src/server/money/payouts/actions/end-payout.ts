import { sql, type RawBuilder } from "kysely";
import { PAYOUT_TRANSITIONS, type PayoutState } from "#contract/payouts/payout-states.ts";
import type { CancelReason } from "#server/integrations/tax-service/port.ts";
import { requireNeverPaid } from "#server/money/bank-orders/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import type { PayoutKey } from "#server/product-events.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import { announcePayouts } from "../announce-payouts.ts";
import { MAY_HAVE_ORDER, type AskedPayout } from "../ask-about-payout.ts";
import { orderIdOf, PAYOUT_ORDERS } from "../bank-orders.ts";
import { requireNeverRegistered } from "../may-still-be-registered.ts";
import { movementsOf } from "../movements.ts";
import { returnEarned, returnReserved, type EarnedRow } from "./give-back.ts";
import { followUnanswered, startReversal } from "./move-receipt.ts";

export interface EndedRow extends EarnedRow {
  readonly hold_id: bigint;
  readonly state: PayoutState;
}

/** Failed: their registry has counted them. */
const COUNTED: readonly PayoutState[] = ["RECEIPT_FAILED", "RETURNED", "FAILED"];

const ENDS = ["cancel", "giveUp", "rejectAct"] as const;

function allows(event: keyof typeof PAYOUT_TRANSITIONS, state: PayoutState): boolean {
  const from: readonly PayoutState[] = PAYOUT_TRANSITIONS[event].from;
  return from.includes(state);
}

/**
 * Before its receipt, as all tasks lock.
 *
 * @returns `undefined` when its state does not allow the event.
 */
export async function lockToMove(
  trx: Trx,
  { accountId, payoutId }: { readonly accountId: number; readonly payoutId: bigint },
  event: (typeof ENDS)[number] | "retry" | "retryReceipt",
): Promise<EndedRow | undefined> {
  const { rows } = await sql<EndedRow>`
    SELECT *, xmin::text AS row_version
    FROM payouts
    WHERE account_id = ${accountId} AND id = ${payoutId}
    FOR UPDATE`.execute(trx);
  return rows.find((row) => allows(event, row.state));
}

/**
 * The only way a payout ends unpaid: money and commission return, its receipt is annulled with its
 * tax reserve, the registry counts it, everybody is told.
 *
 * @param row - locked by the caller, who has checked its state.
 * @param reason - of annulling its receipt.
 * @throws AppError `conflict` - the bank may pay it, the tax service has its receipt, or it has
 * changed since the question.
 */
export async function endPayout(
  platform: Platform,
  trx: Trx,
  row: EndedRow,
  {
    asked,
    reason = "REFUND",
  }: { readonly asked: AskedPayout | null; readonly reason?: CancelReason },
): Promise<void> {
  const at = platform.clock.now();
  const key = { accountId: row.account_id, id: row.id };
  const isEarned = MAY_HAVE_ORDER.includes(row.state);
  const event = ENDS.find((one) => allows(one, row.state));
  if (!event) throw conflict();
  const end = transition(PAYOUT_TRANSITIONS, event, PAYOUT_TRANSITIONS[event].actor[0]);
  const { rows } = await sql`
    UPDATE payouts
    SET ${end.set}
    WHERE account_id = ${key.accountId}
      AND id = ${key.id}
      AND ${end.from}
      AND ${isReceiptUntouched(key, asked)}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw conflict();
  const receipt = { accountId: key.accountId, payoutId: key.id };
  if (isEarned) await startReversal(trx, receipt, reason, at);
  await followUnanswered(trx, receipt, at);
  await forgetFailures(trx, PAYOUT_ORDERS, [orderIdOf(row)]);
  await platform.events.publish(trx, "payouts.ended", { payouts: [key], at });
  // A try whose answer was lost may have submitted its order.
  if (isEarned)
    await returnEarned(trx, row, requireNeverPaid(asked?.order ?? null, orderIdOf(row), row), at);
  else await returnReserved(trx, row, requireNeverRegistered(asked?.receipt ?? null, key, at), at);
  // The counters of a registry after the balances, as everywhere.
  if (!COUNTED.includes(row.state))
    await platform.events.publish(trx, "payouts.moved", {
      movements: movementsOf([row], { failed: 1 }),
      at,
    });
  await announcePayouts(trx, [row]);
}

/** No task has asked for the receipt since the tax service said that it has none. */
function isReceiptUntouched(key: PayoutKey, asked: AskedPayout | null): RawBuilder<boolean> {
  if (asked?.receiptVersion === undefined) return sql`true`;
  return sql`
    (SELECT r.xmin::text
      FROM receipts r
      WHERE r.account_id = ${key.accountId} AND r.payout_id = ${key.id})
      IS NOT DISTINCT FROM ${asked.receiptVersion}`;
}
