import { sql } from "kysely";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import {
  askWhetherPayable,
  HELD_MS,
  type MayStillBePaid,
} from "#server/money/bank-orders/index.ts";
import type { Platform } from "#server/platform.ts";
import { orderIdOf } from "./bank-orders.ts";

/** States whose money the worker has earned: the bank may have an order of it. */
export const MAY_HAVE_ORDER: readonly PayoutState[] = ["READY", "RETURNED", "FAILED"];

/**
 * Asks the bank about a payout's order, before the transaction that gives its money back or orders
 * it anew. A READY one is kept from the sending task meanwhile, or it could be ordered between the
 * question and that transaction. While that task has it, «not known» says nothing.
 *
 * @returns `null` when no order can exist yet, or the bank has yet to answer one.
 * @throws AppError `unavailable`.
 */
export async function askAboutPayout(
  { db, bank, clock }: Pick<Platform, "db" | "bank" | "clock">,
  { accountId, payoutId }: { readonly accountId: number; readonly payoutId: bigint },
): Promise<MayStillBePaid | null> {
  const at = clock.now();
  const until = new Date(at.getTime() + HELD_MS);
  // Without `waits_for`, or the end of that wait would end the hold.
  const { rows } = await sql<{ attempt: number; is_leased: boolean }>`
    UPDATE payouts
    SET due_at = CASE WHEN state = 'READY' THEN greatest(due_at, ${until}) ELSE due_at END,
      waits_for = NULL
    WHERE account_id = ${accountId}
      AND id = ${payoutId}
      AND state = ANY (${[...MAY_HAVE_ORDER]}::text[])
    RETURNING attempt, state = 'READY' AND coalesce(leased_until > ${at}, false) AS is_leased`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  return askWhetherPayable(
    bank,
    orderIdOf({ account_id: accountId, id: payoutId, attempt: row.attempt }),
    row.is_leased ? null : until,
  );
}
