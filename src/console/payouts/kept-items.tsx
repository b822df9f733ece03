import type { DescriptionsProps } from "antd";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { MoneyText } from "#web/ui/money-text.tsx";

/** What stands between what was earned and what is sent. */
export function keptItems({
  taxAmount,
  debtAmount,
}: Pick<Payout, "taxAmount" | "debtAmount">): NonNullable<DescriptionsProps["items"]> {
  return [
    { key: "tax", label: "Резерв налога", rubles: taxAmount },
    { key: "debt", label: "Удержано в счёт долга", rubles: debtAmount },
  ].flatMap(({ key, label, rubles }) =>
    rubles > 0 ? [{ key, label, children: <MoneyText rubles={rubles} /> }] : [],
  );
}
