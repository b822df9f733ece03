import { formatMoney } from "#contract/values/money.ts";

/**
 * Why somebody may not agree to a sum alone, in one sentence before and when he tries.
 *
 * @param limitKopecks - his; `null`: any sum.
 */
export function overLimit(limitKopecks: bigint | null, amountKopecks: bigint): string | undefined {
  if (limitKopecks === null || amountKopecks <= limitKopecks) return undefined;
  return `Менеджер проектов сам соглашается на сумму до ${formatMoney(limitKopecks)}. Попросите владельца, администратора или финансового менеджера`;
}
