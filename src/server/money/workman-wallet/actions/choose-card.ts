import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/**
 * Payouts go to this card alone. The caller has the workman's word, and tells him.
 *
 * @returns `false` when the card does not work or is not his.
 */
export async function chooseCard(
  trx: Trx,
  workmanId: number,
  token: string,
  at: Date,
): Promise<boolean> {
  await sql`
    UPDATE workman_cards
    SET chosen_at = NULL
    WHERE workman_id = ${workmanId} AND chosen_at IS NOT NULL`.execute(trx);
  const { rows } = await sql`
    UPDATE workman_cards
    SET chosen_at = ${at}, confirmed_at = ${at}
    WHERE workman_id = ${workmanId} AND token = ${token} AND status = 'ok'
    RETURNING 1`.execute(trx);
  return rows.length > 0;
}
