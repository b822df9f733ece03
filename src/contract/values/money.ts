/** Kopecks in `bigint`; rubles only on the wire and in text. Source: `domain.md` §3.1. */
import { exactDigits } from "./plain-number.ts";

const NBSP = "\u00A0";
const MINUS = "\u2212";

/** Rubles: the law's income of a year, so no sum of one person is larger. */
export const SUM_MAX = 2_400_000;

/** Millionths: 3 % is 30 000. Rates come from dated tables, never from code. */
export type RatePpm = number;
const WHOLE_PPM = 1_000_000n;

const AMOUNT_REFUSALS = [
  "empty",
  "negative",
  "parentheses",
  "scientific",
  "decimals",
  "too_large",
  "not_a_number",
] as const;
export type AmountRefusal = (typeof AMOUNT_REFUSALS)[number];

export type ParsedAmount = { ok: true; kopecks: bigint } | { ok: false; reason: AmountRefusal };

/** Every sum stays inside int8. */
const MAX_RUBLE_DIGITS = 13;

/**
 * Reads `1 234,56`, `1234.56 ₽`, `1.234,50`, `1 234 руб.` Comma or point is the decimal mark; with
 * both, the last one. A single mark is decimal: `1,234` is refused for three decimals, not guessed.
 *
 * @returns kopecks (0 is accepted), or why it was refused.
 */
export function parseAmount(text: string): ParsedAmount {
  const body = stripCurrency(text);
  if (body === "") return refusedAmount("empty");
  const first = body.charCodeAt(0);
  if (first === 0x2d || first === 0x2212 || first === 0x2013) return refusedAmount("negative");
  if (first === 0x28) return refusedAmount("parentheses");

  const decimalAt = findDecimalMark(body);
  if (decimalAt === -2) return refusedAmount("not_a_number");
  let whole = 0;
  let wholeDigits = 0;
  let fraction = 0;
  let fractionDigits = 0;
  let sinceGroup = -1;
  for (let index = 0; index < body.length; index += 1) {
    const code = body.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) {
      if (decimalAt >= 0 && index > decimalAt) {
        fractionDigits += 1;
        // `1.500` too: it may mean fifteen hundred.
        if (fractionDigits > 2) return refusedNumber(body, "decimals");
        fraction = fraction * 10 + (code - 0x30);
      } else {
        wholeDigits += 1;
        if (wholeDigits > MAX_RUBLE_DIGITS) return refusedNumber(body, "too_large");
        whole = whole * 10 + (code - 0x30);
        if (sinceGroup >= 0) sinceGroup += 1;
      }
    } else if (index === decimalAt) {
      if (sinceGroup >= 0 && sinceGroup !== 3) return refusedAmount("not_a_number");
      sinceGroup = -1;
    } else if (
      isSpace(code) ||
      code === 0x27 ||
      code === 0x2019 ||
      code === 0x2c ||
      code === 0x2e
    ) {
      if (decimalAt >= 0 && index > decimalAt) return refusedAmount("not_a_number");
      if (wholeDigits === 0 || (sinceGroup >= 0 && sinceGroup !== 3))
        return refusedAmount("not_a_number");
      sinceGroup = 0;
    } else {
      return refusedNumber(body, "not_a_number");
    }
  }
  if (sinceGroup >= 0 && sinceGroup !== 3) return refusedAmount("not_a_number");
  if (wholeDigits + fractionDigits === 0 || (decimalAt >= 0 && fractionDigits === 0))
    return refusedAmount("not_a_number");
  if (fractionDigits === 1) fraction *= 10;
  return { ok: true, kopecks: joinKopecks(whole, fraction) };
}

/** Reported as repaired: «10 238.25», «10 238,25 ₽». */
export function isMendedAmount(text: string): boolean {
  return /[^\d\s.,]|\s.*\./.test(text.trim());
}

/** @throws RangeError beyond ±90 trillion rubles, where JSON numbers are inexact. */
export function kopecksToRubles(kopecks: bigint): number {
  if (kopecks > MAX_EXACT || kopecks < -MAX_EXACT)
    throw new RangeError("the sum does not fit into an exact JSON number");
  return Number(kopecks) / 100;
}
const MAX_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Reads the number's shortest decimal text, never multiplies.
 *
 * @throws RangeError, in Russian, when not finite, with more than two decimals or too large.
 */
export function rublesToKopecks(rubles: number): bigint {
  const text = String(Math.abs(rubles));
  const match = /^(\d{1,16})(?:\.(\d+))?$/.exec(text);
  if (!match || !Number.isFinite(rubles)) throw new RangeError("Укажите сумму числом");
  const fraction = match[2] ?? "";
  if (fraction.length > 2)
    throw new RangeError("Сумма должна содержать не более двух знаков после запятой");
  const kopecks = BigInt(match[1] ?? "0") * 100n + BigInt(fraction.padEnd(2, "0"));
  if (kopecks > MAX_EXACT) throw new RangeError("Слишком большая сумма");
  return rubles < 0 ? -kopecks : kopecks;
}

/** `1 234,56 ₽`, with no-break spaces and «−». */
export function formatMoney(kopecks: bigint): string {
  return `${formatAmount(kopecks)}${NBSP}₽`;
}

/** `1 234,56`, for cells under «Сумма, ₽». */
export function formatAmount(kopecks: bigint): string {
  const digits = (kopecks < 0n ? -kopecks : kopecks).toString().padStart(3, "0");
  let whole = digits.slice(0, -2);
  let grouped = "";
  while (whole.length > 3) {
    grouped = `${NBSP}${whole.slice(-3)}${grouped}`;
    whole = whole.slice(0, -3);
  }
  return `${kopecks < 0n ? MINUS : ""}${whole}${grouped},${digits.slice(-2)}`;
}

/**
 * Away from zero: −5 / 2 is −3.
 *
 * @param denominator - positive.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}

/** To the kopeck: `shareOf(1_000_000n, 30_000)` is 300,00 ₽. */
export function shareOf(kopecks: bigint, rate: RatePpm): bigint {
  return divideHalfUp(kopecks * BigInt(rate), WHOLE_PPM);
}

/** НДС included in a price, to the kopeck: `sum × r / (100 + r)`. */
export function vatInside(kopecks: bigint, rate: RatePpm): bigint {
  return divideHalfUp(kopecks * BigInt(rate), WHOLE_PPM + BigInt(rate));
}

/** Adds up exactly; the first parts take odd kopecks: 33,34, 33,33, 33,33. */
export function splitEvenly(kopecks: bigint, parts: number): bigint[] {
  return splitByWeights(
    kopecks,
    Array.from({ length: parts }, () => 1n),
  );
}

/**
 * By the largest remainder; ties go to the earlier row.
 *
 * @param weights - not negative, at least one above zero.
 * @throws RangeError.
 */
export function splitByWeights(kopecks: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError("weights must be positive");
  const sign = kopecks < 0n ? -1n : 1n;
  const magnitude = kopecks * sign;
  const shares = weights.map((weight, row) => ({
    row,
    share: (magnitude * weight) / total,
    remainder: (magnitude * weight) % total,
  }));
  let left = magnitude - shares.reduce((sum, { share }) => sum + share, 0n);
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.row - b.row : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return shares.map(({ share }) => share * sign);
}

const REFUSED = Object.fromEntries(
  AMOUNT_REFUSALS.map((reason) => [reason, { ok: false, reason }]),
) as Record<AmountRefusal, { ok: false; reason: AmountRefusal }>;

function refusedAmount(reason: AmountRefusal): ParsedAmount {
  return REFUSED[reason];
}

function joinKopecks(whole: number, fraction: number): bigint {
  return BigInt(whole * 100 + fraction);
}

function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0xa0 ||
    code === 0x202f ||
    code === 0x2009 ||
    code === 0x2007 ||
    code === 0x09
  );
}

/**
 * Scientific form is read where it writes the kopecks, too: `1,2346E+04` may be what a spreadsheet
 * shows of 12 345,67.
 */
function refusedNumber(text: string, reason: AmountRefusal): ParsedAmount {
  const [, digits, power] = /^(\d+(?:[.,]\d+)?)[eEеЕ]([+-]?\d+)$/.exec(text) ?? [];
  if (digits === undefined) return refusedAmount(reason);
  const plain = exactDigits(text);
  const hasKopecks = digits.replace(/\D/g, "").length >= Number(power) + 3;
  return hasKopecks && plain !== text ? parseAmount(plain) : refusedAmount("scientific");
}

function stripCurrency(text: string): string {
  const trimmed = text.trim();
  const last = trimmed.charCodeAt(trimmed.length - 1);
  if ((last >= 0x30 && last <= 0x39) || trimmed === "") return trimmed;
  return trimmed.replace(/^₽|(?:₽|руб(?:\.|л(?:ь|я|ей))?|р\.|RUB)$/i, "").trim();
}

/** −1: none; −2: marks contradict each other. */
function findDecimalMark(body: string): number {
  const comma = body.lastIndexOf(",");
  const point = body.lastIndexOf(".");
  if (comma === -1 && point === -1) return -1;
  const last = Math.max(comma, point);
  const mark = body[last] ?? "";
  const isRepeated = body.indexOf(mark) !== last;
  const hasBoth = comma !== -1 && point !== -1;
  if (isRepeated) return hasBoth ? -2 : -1;
  return last;
}
