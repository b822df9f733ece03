import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import { lockWorkmen } from "./lock-workmen.ts";

/** In kopecks; nobody else moves it until the commit. */
export async function lockedWallet(trx: Trx, workmanId: number): Promise<bigint> {
  await lockWorkmen(trx, "WORK_AVAIL", "", [workmanId]);
  const { rows } = await sql<{ balance: bigint }>`
    SELECT balance_kopecks AS balance FROM ledger_accounts
    WHERE account_id = 0 AND workman_id = ${workmanId} AND code = 'WORK_AVAIL'`.execute(trx);
  return rows[0]?.balance ?? 0n;
}
