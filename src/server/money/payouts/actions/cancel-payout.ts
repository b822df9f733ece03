import { PAYOUT_TRANSITIONS, type PayoutState } from "#contract/payouts/payout-states.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { AskedPayout } from "../ask-about-payout.ts";
import { endPayout, lockToMove } from "./end-payout.ts";

/**
 * Before the bank order. An act that waits for its worker is his to sign or reject: `domain.md`
 * §2.6.
 */
export const MAY_CANCEL: readonly PayoutState[] = PAYOUT_TRANSITIONS.cancel.from;

/**
 * Before the receipt, reserved money returns to the company; after it the receipt is annulled as a
 * refund, and pay and commission return. Source: `domain.md` §2.6, §3.3.
 *
 * @param asked - by `askAboutPayout`.
 * @throws AppError `conflict` - its order may have left or its receipt is being made.
 */
export async function cancelPayout(
  platform: Platform,
  trx: Trx,
  key: { readonly accountId: number; readonly payoutId: bigint },
  asked: AskedPayout | null,
): Promise<void> {
  const row = await lockToMove(trx, key, "cancel");
  if (!row) throw conflict("Выплата уже ушла в банк или завершена: отменить её нельзя");
  await endPayout(platform, trx, row, { asked });
}
