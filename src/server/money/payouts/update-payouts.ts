import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * Updates payouts locked by the caller, by the primary key: ids are unique within an account.
 *
 * @param change - the SET list.
 */
export async function updatePayouts(
  trx: Trx,
  payouts: readonly { account_id: number; id: bigint }[],
  change: RawBuilder<unknown>,
): Promise<void> {
  if (payouts.length === 0) return;
  await sql`
    UPDATE payouts p SET ${change}
    FROM unnest(${numberArray(payouts.map((payout) => payout.account_id))}::integer[],
      ${numberArray(payouts.map((payout) => payout.id))}::bigint[]) AS k(account_id, id)
    WHERE p.account_id = k.account_id AND p.id = k.id`.execute(trx);
}

/**
 * Postpones a payout whose receipt could not be written. The tax service may have registered it
 * already with the payout's due time: the receipt keeps that time for the next try.
 */
export async function postponeReceipt(
  db: Kysely<Schema>,
  name: string,
  dueAt: Date,
): Promise<void> {
  await sql`
    WITH before AS (SELECT account_id, id, workman_id, state, amount_kopecks, due_at
      FROM payouts
      WHERE ${named(name)}
      FOR UPDATE),
      postponed AS (UPDATE payouts p
        SET due_at = ${dueAt}
        FROM before
        WHERE p.account_id = before.account_id AND p.id = before.id)
    INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, operation_at)
    SELECT account_id, id, workman_id, 'NEW', amount_kopecks, due_at
    FROM before
    WHERE state = 'RECEIPT_PENDING'
    ON CONFLICT (account_id, payout_id) DO NOTHING`.execute(db);
}

function named(name: string): RawBuilder<boolean> {
  const [accountId, id] = name.split("-");
  return sql`account_id = ${Number(accountId)} AND id = ${BigInt(id ?? 0)}`;
}
