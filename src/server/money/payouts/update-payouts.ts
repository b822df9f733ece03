import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { destinationMaskOf, type OrderRow } from "./bank-orders.ts";

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
 * `updatePayouts` for payouts just ordered: stores their destination, whatever the worker changes
 * later.
 */
export async function updateOrdered(
  trx: Trx,
  payouts: readonly OrderRow[],
  change: RawBuilder<unknown>,
): Promise<void> {
  if (payouts.length === 0) return;
  await sql`
    UPDATE payouts p SET ${change}, destination_mask = k.mask, destination_holder = k.holder
    FROM unnest(${numberArray(payouts.map((payout) => payout.account_id))}::integer[],
      ${numberArray(payouts.map((payout) => payout.id))}::bigint[],
      ${payouts.map(destinationMaskOf)}::text[],
      ${payouts.map((payout) => payout.recipient)}::text[]) AS k(account_id, id, mask, holder)
    WHERE p.account_id = k.account_id AND p.id = k.id`.execute(trx);
}

/**
 * Postpones a payout that a batch could not write.
 *
 * @param name - name of its receipt or order.
 */
export async function postponePayout(db: Kysely<Schema>, name: string, dueAt: Date): Promise<void> {
  await sql`UPDATE payouts SET due_at = ${dueAt} WHERE ${named(name)}`.execute(db);
}

function named(name: string): RawBuilder<boolean> {
  const [accountId, id] = name.split("-");
  return sql`account_id = ${Number(accountId)} AND id = ${BigInt(id ?? 0)}`;
}
