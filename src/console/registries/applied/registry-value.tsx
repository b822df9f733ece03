import type { RegistryValueColumn } from "#contract/registries/registry-columns.ts";
import { formatPhone } from "#web/format/phone.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { MoneyText } from "#web/ui/money-text.tsx";

export function RegistryValue({
  type,
  value,
}: {
  readonly type: RegistryValueColumn["type"];
  readonly value: string | number | null | undefined;
}) {
  if (value === null || value === undefined || value === "") return <>—</>;
  if (type === "money") return <MoneyText rubles={Number(value)} />;
  if (type === "date" || type === "instant")
    return <DateText value={String(value)} isDay={type === "date"} />;
  if (type === "phone") return <span className="num">{formatPhone(String(value))}</span>;
  return <span className={type === "count" ? "num" : undefined}>{value}</span>;
}
