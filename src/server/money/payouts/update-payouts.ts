import { sql, type RawBuilder } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, type Move } from "#server/data/transition.ts";

/**
 * By the primary key: ids are unique within an account. The caller has locked them.
 *
 * @param change - the SET list of `p`.
 * @param move - of all of them.
 */
export async function updatePayouts(
  trx: Trx,
  payouts: readonly { account_id: number; id: bigint }[],
  change: RawBuilder<unknown>,
  move?: Move<PayoutState>,
): Promise<void> {
  if (payouts.length === 0) return;
  const moved = await sql`
    UPDATE payouts p SET ${move ? sql`${move.set}, ${change}` : change}
    FROM unnest(${numberArray(payouts.map((payout) => payout.account_id))}::integer[],
      ${numberArray(payouts.map((payout) => payout.id))}::bigint[]) AS k(account_id, id)
    WHERE p.account_id = k.account_id AND p.id = k.id AND ${move?.from ?? sql`true`}`.execute(trx);
  if (move) requireMoved(moved, payouts.length);
}
