import { sql } from "kysely";
import { PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import { conflict } from "#server/http/app-error.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import type { PayoutKey } from "#server/product-events.ts";
import { endPayout, lockToMove } from "./actions/end-payout.ts";
import { announcePayouts } from "./announce-payouts.ts";
import { NeverRegistered } from "./may-still-be-registered.ts";

export function listenForActs(platform: Platform): void {
  const { events } = platform;
  events.on("acts.signed", (trx, { payouts, at }) => resumeReceipts(trx, payouts, at));
  events.on("act.rejected", (trx, { payout }) => endUnsigned(platform, trx, payout));
}

const SIGN = transition(PAYOUT_TRANSITIONS, "signAct", "workman", { of: "p" });

/** Makes payouts ready for receipts. The event may come twice: those past the act are skipped. */
async function resumeReceipts(trx: Trx, payouts: readonly PayoutKey[], at: Date): Promise<void> {
  if (payouts.length === 0) return;
  const { rows } = await sql<{
    account_id: number;
    id: bigint;
    workman_id: number;
    registry_id: number | null;
  }>`
    UPDATE payouts p SET ${SIGN.set}, due_at = ${at}
    FROM unnest(${numberArray(payouts.map((one) => one.accountId))}::integer[],
      ${numberArray(payouts.map((one) => one.id))}::bigint[]) AS k(account_id, id)
    WHERE p.account_id = k.account_id
      AND p.id = k.id
      AND ${SIGN.from}
    RETURNING p.account_id, p.id, p.workman_id, p.registry_id`.execute(trx);
  await announcePayouts(trx, rows);
}

/**
 * Nothing is earned yet: the reserved money returns. Source: `domain.md` §2.6, «act rejected
 * (worker)».
 */
async function endUnsigned(platform: Platform, trx: Trx, key: PayoutKey): Promise<void> {
  const row = await lockToMove(trx, { accountId: key.accountId, payoutId: key.id }, "rejectAct");
  if (!row) throw conflict("Акт уже подписан или выплата отменена: отказаться от него нельзя");
  const receipt = await NeverRegistered.unsigned(trx, key);
  await endPayout(platform, trx, row, { asked: { order: null, receipt } });
}
