import { plural, type PluralForms } from "./plural.ts";

/** «Тысяча» is feminine, the rest masculine. */
const UNITS = ["", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"];
const FEMININE = ["", "одна", "две", ...UNITS.slice(3)];
const TEENS = [
  "десять",
  "одиннадцать",
  "двенадцать",
  "тринадцать",
  "четырнадцать",
  "пятнадцать",
  "шестнадцать",
  "семнадцать",
  "восемнадцать",
  "девятнадцать",
];
const TENS = [
  "",
  "",
  "двадцать",
  "тридцать",
  "сорок",
  "пятьдесят",
  "шестьдесят",
  "семьдесят",
  "восемьдесят",
  "девяносто",
];
const HUNDREDS = [
  "",
  "сто",
  "двести",
  "триста",
  "четыреста",
  "пятьсот",
  "шестьсот",
  "семьсот",
  "восемьсот",
  "девятьсот",
];

const SCALES: readonly { readonly forms: PluralForms; readonly feminine: boolean }[] = [
  { forms: ["", "", ""], feminine: false },
  { forms: ["тысяча", "тысячи", "тысяч"], feminine: true },
  { forms: ["миллион", "миллиона", "миллионов"], feminine: false },
  { forms: ["миллиард", "миллиарда", "миллиардов"], feminine: false },
  { forms: ["триллион", "триллиона", "триллионов"], feminine: false },
];

const RUBLES: PluralForms = ["рубль", "рубля", "рублей"];
const KOPECKS: PluralForms = ["копейка", "копейки", "копеек"];

/**
 * `123456n` → «Одна тысяча двести тридцать четыре рубля 56 копеек».
 *
 * @throws RangeError for a negative sum and from a quadrillion rubles.
 */
export function amountInWords(kopecks: bigint): string {
  if (kopecks < 0n || kopecks >= 10n ** 17n) throw new RangeError("the sum has no words");
  const rubles = kopecks / 100n;
  const rest = Number(kopecks % 100n);
  const words = rubles === 0n ? "ноль" : integerInWords(rubles);
  const text = `${words} ${plural(Number(rubles % 100n), RUBLES)} ${String(rest).padStart(2, "0")} ${plural(rest, KOPECKS)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function integerInWords(value: bigint): string {
  const words: string[] = [];
  for (let scale = SCALES.length - 1; scale >= 0; scale -= 1) {
    const triad = Number((value / 1000n ** BigInt(scale)) % 1000n);
    const { forms, feminine } = SCALES[scale] as (typeof SCALES)[number];
    if (triad > 0) words.push(...triadInWords(triad, feminine), plural(triad, forms));
  }
  return words.filter((word) => word !== "").join(" ");
}

function triadInWords(triad: number, feminine: boolean): string[] {
  const word = (words: readonly string[], index: number) => words[index] ?? "";
  const rest = triad % 100;
  const hundreds = word(HUNDREDS, Math.floor(triad / 100));
  if (rest >= 10 && rest < 20) return [hundreds, word(TEENS, rest - 10)];
  return [
    hundreds,
    word(TENS, Math.floor(rest / 10)),
    word(feminine ? FEMININE : UNITS, rest % 10),
  ];
}
