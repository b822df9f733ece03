import { divideHalfUp, parseAmount } from "./money.ts";

/** A spreadsheet's formula leaves more decimals than anybody pays. */
const PARTS_DIGITS = 12;
export const PARTS_OF_KOPECK = 10n ** BigInt(PARTS_DIGITS);

/**
 * A sum as it stands, also one that nobody may be paid: negative, in parentheses, with more than two
 * decimals.
 *
 * @returns parts of a kopeck; `null` for no number.
 */
export function exactSum(text: string): bigint | null {
  const read = parseAmount(text);
  if (read.ok) return read.kopecks * PARTS_OF_KOPECK;
  if (read.reason === "decimals") {
    const [, amount = "", rest = ""] = /^(.*[.,]\d\d)(\d+)\D*$/s.exec(text) ?? [];
    const whole = parseAmount(amount);
    const parts = BigInt(rest.slice(0, PARTS_DIGITS).padEnd(PARTS_DIGITS, "0"));
    return whole.ok ? whole.kopecks * PARTS_OF_KOPECK + parts : null;
  }
  if (read.reason !== "negative" && read.reason !== "parentheses") return null;
  const [, amount] = /^\s*(?:[-−–]|\((?=.*\)))(.+?)\)?\s*(?:₽|руб\.?|р\.)?\s*$/s.exec(text) ?? [];
  const positive = amount === undefined || /^\s*[-−–(]/.test(amount) ? null : exactSum(amount);
  return positive === null ? null : -positive;
}

/** @param parts - of a kopeck. */
export function toKopecks(parts: bigint): bigint {
  return divideHalfUp(parts, PARTS_OF_KOPECK);
}
