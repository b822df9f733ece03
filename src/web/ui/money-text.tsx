import { formatRubles } from "#web/format/money.ts";

/** «1 234,50 ₽», tabular digits, no line break; a dash when hidden from the role. */
export function MoneyText({ rubles }: { rubles: number | null | undefined }) {
  return <span className="num">{formatRubles(rubles) || "—"}</span>;
}
