import { sql, type RawBuilder } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, type Move } from "#server/data/transition.ts";

type Locked = readonly { readonly account_id: number; readonly id: bigint }[];

/**
 * By the primary key: ids are unique within an account. The caller has locked them.
 *
 * @param change - the SET list.
 */
export async function updatePayouts(
  trx: Trx,
  payouts: Locked,
  change: RawBuilder<unknown>,
): Promise<void> {
  if (payouts.length === 0) return;
  await sql`
    UPDATE payouts p SET ${change}
    FROM ${keysOf(payouts)}
    WHERE p.account_id = k.account_id AND p.id = k.id`.execute(trx);
}

/** The same, to another state. */
export async function movePayouts(
  trx: Trx,
  payouts: Locked,
  move: Move<PayoutState>,
  change: RawBuilder<unknown>,
): Promise<void> {
  if (payouts.length === 0) return;
  const moved = await sql`
    UPDATE payouts p SET ${move.set}, ${change}
    FROM ${keysOf(payouts)}
    WHERE p.account_id = k.account_id AND p.id = k.id AND ${move.from}`.execute(trx);
  requireMoved(moved, payouts.length);
}

function keysOf(payouts: Locked): RawBuilder<unknown> {
  return sql`
    unnest(${numberArray(payouts.map((payout) => payout.account_id))}::integer[],
      ${numberArray(payouts.map((payout) => payout.id))}::bigint[]) AS k(account_id, id)`;
}
