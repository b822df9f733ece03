import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";

/** Empty when the books are right. */
export interface LedgerFindings {
  readonly unbalancedEntries: bigint[];
  readonly wrongBalances: { id: bigint; code: string; stored: bigint; rebuilt: bigint }[];
  readonly negativeBalances: bigint[];
  readonly wrongReserves: { accountId: number; reserved: bigint; held: bigint }[];
}

/** Recomputes balances from the postings. Source: `domain.md` §3.4, invariants 1, 2, 3 and 10. */
export async function auditLedger(db: Kysely<Schema>): Promise<LedgerFindings> {
  const unbalanced = await sql<{ entry_id: bigint }>`
    SELECT entry_id FROM postings GROUP BY entry_id HAVING sum(amount_kopecks) <> 0`.execute(db);
  const wrong = await sql<{ id: bigint; code: string; stored: bigint; rebuilt: bigint }>`
    SELECT a.id, a.code, a.balance_kopecks AS stored,
      (coalesce(sum(p.amount_kopecks), 0) * k.side)::bigint AS rebuilt
    FROM ledger_accounts a
    JOIN ledger_account_kinds k ON k.code = a.code
    LEFT JOIN postings p ON p.ledger_account_id = a.id
    GROUP BY a.id, k.side HAVING a.balance_kopecks <> coalesce(sum(p.amount_kopecks), 0) * k.side`.execute(
    db,
  );
  const negative = await sql<{
    id: bigint;
  }>`SELECT id FROM ledger_accounts WHERE balance_kopecks < 0 AND NOT may_be_negative`.execute(db);
  const reserves = await sql<{ account_id: number; reserved: bigint; held: bigint }>`
    SELECT account_id, coalesce(r.reserved, 0)::bigint AS reserved,
      coalesce(h.held, 0)::bigint AS held
    FROM (SELECT account_id, sum(balance_kopecks) AS reserved
      FROM ledger_accounts
      WHERE code = 'CUST_RES'
      GROUP BY account_id) r
    FULL JOIN (SELECT account_id, sum(left_kopecks) AS held
      FROM holds
      GROUP BY account_id) h USING (account_id)
    WHERE coalesce(r.reserved, 0) <> coalesce(h.held, 0)`.execute(db);
  return {
    unbalancedEntries: unbalanced.rows.map((row) => row.entry_id),
    wrongBalances: wrong.rows,
    negativeBalances: negative.rows.map((row) => row.id),
    wrongReserves: reserves.rows.map((row) => ({
      accountId: row.account_id,
      reserved: row.reserved,
      held: row.held,
    })),
  };
}
