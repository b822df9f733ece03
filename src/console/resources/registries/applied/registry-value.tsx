import type { RegistryValueColumn } from "#contract/registries/registry-columns.ts";
import { formatPhone } from "#console/format/phone.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";

/** A value of a row or of a registry, as its type is shown everywhere. */
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
