import type { RegistryMovement } from "#server/product-events.ts";

interface Moved {
  readonly account_id: number;
  readonly registry_id: number | null;
  readonly amount_kopecks: bigint;
}

/** Leaves out payouts of no registry. */
export function movementsOf(
  payouts: readonly Moved[],
  each: { paid?: number; failed?: number },
): RegistryMovement[] {
  const sums = new Map<
    string,
    { accountId: number; registryId: number; paid: number; paidKopecks: bigint; failed: number }
  >();
  for (const payout of payouts) {
    if (payout.registry_id === null) continue;
    const key = `${payout.account_id}:${payout.registry_id}`;
    const sum = sums.get(key) ?? {
      accountId: payout.account_id,
      registryId: payout.registry_id,
      paid: 0,
      paidKopecks: 0n,
      failed: 0,
    };
    const paid = each.paid ?? 0;
    sum.paid += paid;
    sum.paidKopecks += payout.amount_kopecks * BigInt(paid);
    sum.failed += each.failed ?? 0;
    sums.set(key, sum);
  }
  return [...sums.values()];
}
