import { formatRubles } from "#web/format/money.ts";

/**
 * A sum in rubles of the wire: «1 234,50 ₽», digits of one width, never broken over lines; a dash
 * for what the role may not see.
 */
export function MoneyText({ rubles }: { rubles: number | null | undefined }) {
  return <span className="num">{formatRubles(rubles) || "—"}</span>;
}
