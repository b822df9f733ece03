import { sql, type RawBuilder } from "kysely";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * By the primary key: ids are unique within an account. The caller has locked them.
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
