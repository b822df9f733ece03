import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/** A company's own setting: how long a confirmed payment waits for «Отменить отправку». */
export async function undoSeconds(trx: Trx, accountId: number): Promise<number> {
  const { rows } = await sql<{
    payout_undo_seconds: number;
  }>`SELECT payout_undo_seconds FROM accounts WHERE id = ${accountId}`.execute(trx);
  return rows[0]?.payout_undo_seconds ?? 0;
}
