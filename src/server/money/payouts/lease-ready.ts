import { sql } from "kysely";
import { STOPPED_PAUSE_MS } from "#server/money/destinations/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { leaseOrders, type OrderRow } from "./bank-orders.ts";
import { updatePayouts } from "./update-payouts.ts";

/**
 * Locks due payouts that may be ordered now. Those of a worker who has said «Это не я», and large
 * ones to a destination that is a day old or less, are put off with the reason.
 *
 * @returns `null` when nothing was due.
 */
export async function leaseReady(
  trx: Trx,
  { at, limit, largeKopecks }: { at: Date; limit: number; largeKopecks: bigint },
): Promise<OrderRow[] | null> {
  const due = await leaseOrders(trx, "READY", at, limit);
  if (due.length === 0) return null;
  const stopped = due.filter((row) => row.is_stopped);
  const large = due.filter(
    (row) =>
      !row.is_stopped &&
      row.large_from !== null &&
      row.large_from > at &&
      row.amount_kopecks > largeKopecks,
  );
  await updatePayouts(
    trx,
    stopped,
    sql`due_at = ${new Date(at.getTime() + STOPPED_PAUSE_MS)}, waits_for = 'STOPPED'`,
  );
  await updatePayouts(
    trx,
    large,
    sql`
      waits_for = 'NEW_DESTINATION',
      due_at = (SELECT w.large_payouts_from FROM workmen w WHERE w.id = p.workman_id)`,
  );
  const held = new Set([...stopped, ...large]);
  return due.filter((row) => !held.has(row));
}
