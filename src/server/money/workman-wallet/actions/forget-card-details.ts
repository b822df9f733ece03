import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/** Paid by card and without one: no payment details until he chooses others. */
export async function forgetCardDetails(trx: Trx, workmanId: number): Promise<void> {
  await sql`
    UPDATE workmen w SET payout_kind = NULL WHERE w.id = ${workmanId} AND w.payout_kind = 'CARD'
      AND NOT EXISTS (SELECT FROM workman_cards c
        WHERE c.workman_id = w.id AND c.status <> 'unbound')`.execute(trx);
}
