import { sql, type RawBuilder } from "kysely";
import type { DestinationChange } from "#contract/destinations/destination.ts";
import { CARD_TRANSITIONS } from "#contract/workman-wallet/wallet-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { HELD_MS } from "#server/money/bank-orders/index.ts";
import { HAS_CONFIRMED_ACCOUNT, IS_SBP_DISOWNED } from "./columns.ts";

interface UnboundCard {
  readonly id: number;
  readonly pan_mask: string;
}

/**
 * Withdrawals waiting for the card go back to the wallet: their task finds it unbound, after a
 * lease they may be in.
 */
export async function unbindCards(
  trx: Trx,
  workmanId: number,
  which: RawBuilder<unknown>,
  { by, at }: { readonly by: "workman" | "system"; readonly at: Date },
): Promise<UnboundCard[]> {
  // First, as whoever withdraws or chooses a card locks.
  await sql`SELECT 1 FROM workmen WHERE id = ${workmanId} FOR NO KEY UPDATE`.execute(trx);
  const unbind = transition(CARD_TRANSITIONS, "unbind", by, { column: "status" });
  const { rows } = await sql<UnboundCard>`
    UPDATE workman_cards
    SET ${unbind.set}, chosen_at = NULL, confirmed_at = NULL
    WHERE workman_id = ${workmanId} AND ${which} AND ${unbind.from}
    RETURNING id, pan_mask`.execute(trx);
  await sql`
    UPDATE withdrawals
    SET due_at = least(due_at, ${new Date(at.getTime() + HELD_MS)})
    WHERE workman_id = ${workmanId}
      AND card_id = ANY (${rows.map(({ id }) => id)}::integer[])
      AND state = 'READY'`.execute(trx);
  // Paid by card and without one: no payment details until he chooses others.
  await sql`
    UPDATE workmen w SET payout_kind = NULL WHERE w.id = ${workmanId} AND w.payout_kind = 'CARD'
      AND NOT EXISTS (SELECT FROM workman_cards c
        WHERE c.workman_id = w.id AND c.status <> 'unbound')`.execute(trx);
  return rows;
}

/** What a disowned change named is no destination any more. */
export async function unname(
  trx: Trx,
  workmanId: number,
  { kind, shown }: { readonly kind: DestinationChange; readonly shown: string },
  at: Date,
): Promise<void> {
  if (kind === "CARD" || kind === "WITHDRAWAL")
    await unbindCards(trx, workmanId, sql`pan_mask = ${shown}`, { by: "system", at });
  if (kind === "PAYMENT_ACCOUNT")
    await sql`
      UPDATE workman_payment_accounts
      SET confirmed_at = NULL
      WHERE workman_id = ${workmanId} AND account_mask = ${shown}`.execute(trx);
  await sql`
    UPDATE workmen w
    SET payout_kind = NULL
    WHERE w.id = ${workmanId}
      AND ((w.payout_kind = 'PAYMENT_ACCOUNT' AND NOT ${HAS_CONFIRMED_ACCOUNT})
        OR (w.payout_kind = 'SBP' AND ${IS_SBP_DISOWNED}))`.execute(trx);
}
