import type { Trx } from "#server/data/transaction.ts";
import { announce } from "#server/data/live.ts";
import { announcePayouts } from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";

export interface AnnulledRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly workman_id: number;
  readonly registry_id: number | null;
}

/**
 * By the platform's task or by the worker: others are told. The tax reserve stays until the pay is
 * final. A payout that had not left is ended before, by `endPayout`.
 */
export async function settleAnnulled(
  { events }: Platform,
  trx: Trx,
  rows: readonly AnnulledRow[],
  { by, at }: { readonly by: "platform" | "workman"; readonly at: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const payouts = rows.map((row) => ({ accountId: row.account_id, id: row.id }));
  await events.publish(trx, `receipts.annulled-by-${by}`, { payouts, at });
  await announcePayouts(trx, rows);
}

/** A registry's payment is announced by the registry. */
export async function announceReversal(trx: Trx, row: AnnulledRow): Promise<void> {
  await announcePayouts(trx, [row]);
  if (row.registry_id !== null)
    await announce(trx, {
      to: `account:${row.account_id}`,
      resource: "payroll-registries",
      ids: [row.registry_id],
    });
}
