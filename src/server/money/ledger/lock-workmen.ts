import { sql } from "kysely";
import type { LedgerAccountCode } from "#contract/ledger/ledger-accounts.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * In order of id. A batch that posts for many workers in several entries calls it first; otherwise
 * batches that share workers could deadlock.
 *
 * @param period - yyyyMM of tax reserves, else empty.
 */
export async function lockWorkmen(
  trx: Trx,
  code: LedgerAccountCode,
  period: string,
  workmanIds: Iterable<number>,
): Promise<void> {
  const ids = [...new Set(workmanIds)].sort((one, other) => one - other);
  await sql`
    INSERT INTO ledger_accounts (code, account_id, workman_id, period, may_be_negative)
    SELECT k.code, 0, w.id, ${period}, k.may_be_negative
    FROM unnest(${ids}::integer[]) AS w(id)
    JOIN ledger_account_kinds k ON k.code = ${code}
    WHERE NOT EXISTS (SELECT FROM ledger_accounts a
      WHERE a.account_id = 0 AND a.workman_id = w.id AND a.code = k.code AND a.period = ${period})
    ORDER BY w.id
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`
    SELECT id
    FROM ledger_accounts
    WHERE account_id = 0
      AND workman_id = ANY (${ids}::integer[])
      AND code = ${code}
      AND period = ${period}
    ORDER BY workman_id
    FOR NO KEY UPDATE`.execute(trx);
}
