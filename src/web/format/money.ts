import {
  formatMoney,
  parseAmount,
  rublesToKopecks,
  type AmountRefusal,
} from "#contract/values/money.ts";

const AMOUNT_WORDS: Readonly<Record<AmountRefusal, string>> = {
  empty: "Укажите сумму",
  negative: "Сумма не может быть меньше нуля",
  parentheses: "Укажите сумму без скобок",
  scientific: "Укажите сумму обычным числом, например 1234,50",
  decimals: "Укажите не больше двух знаков после запятой",
  too_large: "Сумма слишком большая",
  not_a_number: "Укажите сумму числом, например 1234,50",
};

/** `1234.5` → «1 234,50 ₽»; "" for a hidden sum. To the kopeck: what a page adds up may have a float's tail. */
export function formatRubles(rubles: number | null | undefined): string {
  return rubles === null || rubles === undefined
    ? ""
    : formatMoney(rublesToKopecks(Number(rubles.toFixed(2))));
}

/** As kopecks: compared and sent sums have no float errors. */
export function addRubles(rubles: readonly number[]): number {
  return rubles.reduce((total, one) => total + Math.round(one * 100), 0) / 100;
}

/** @returns the number, or the message for the field. */
export function readRubles(
  text: string,
): { ok: true; rubles: number } | { ok: false; message: string } {
  const read = parseAmount(text);
  return read.ok
    ? { ok: true, rubles: Number(read.kopecks) / 100 }
    : { ok: false, message: AMOUNT_WORDS[read.reason] };
}

/** «1,5 млн», «20 тыс.». */
export function shortRubles(rubles: number): string {
  const [share, word] =
    rubles >= 1_000_000
      ? [rubles / 1_000_000, "\u00A0млн\u00A0₽"]
      : rubles >= 1000
        ? [rubles / 1000, "\u00A0тыс.\u00A0₽"]
        : [rubles, "\u00A0₽"];
  return `${share.toLocaleString("ru-RU", { maximumFractionDigits: 1 })}${word}`;
}
