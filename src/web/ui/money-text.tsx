import { formatRubles } from "#web/format/money.ts";

/** Tabular digits, no line break; a dash when hidden. */
export function MoneyText({ rubles }: { rubles: number | null | undefined }) {
  return <span className="num">{formatRubles(rubles) || "—"}</span>;
}
