import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/**
 * The tax service may still register an income of this worker, or has to annul one: without access
 * to his «Мой налог» neither is seen or done.
 */
export async function hasReceiptsUnderWay(trx: Trx, workmanId: number): Promise<boolean> {
  // A question for each index.
  const { rows } = await sql<{ is_under_way: boolean }>`
    SELECT EXISTS (SELECT FROM receipts WHERE workman_id = ${workmanId} AND state = 'SENT')
      OR EXISTS (SELECT FROM receipts WHERE workman_id = ${workmanId} AND state = 'REVERSING')
      AS is_under_way`.execute(trx);
  return rows[0]?.is_under_way ?? false;
}
