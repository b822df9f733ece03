import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/**
 * Payouts to a card need a card: without one the worker has no payment details until others are
 * chosen.
 */
export async function forgetCardDetails(trx: Trx, workmanId: number): Promise<void> {
  await sql`
    UPDATE workmen w SET payout_kind = NULL WHERE w.id = ${workmanId} AND w.payout_kind = 'CARD'
      AND NOT EXISTS (SELECT FROM workman_cards c
        WHERE c.workman_id = w.id AND c.status <> 'unbound')`.execute(trx);
}
