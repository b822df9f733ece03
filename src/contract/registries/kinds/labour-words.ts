/** Stem → what may follow: «авансцена» is no salary. */
const STEMS = {
  зарплат: "",
  заработн: "",
  аванс: "(?!цен)",
  преми: "(?=[яийюеа])",
  оклад: "",
  отпуск: "",
  трудов: "",
};

/** Each labour word has one. */
export const LABOUR_STEMS: readonly string[] = Object.keys(STEMS);

/**
 * Words that make a receipt look like a salary, in every form. Source: `domain.md` §1.3, receipt
 * text rules.
 */
const LABOUR_WORD = new RegExp(
  `(?:^|[^а-яё])((?:${Object.entries(STEMS)
    .map((parts) => parts.join(""))
    .join("|")})[а-яё]*)`,
  "i",
);

/** Look-alike Latin letters, typed to evade the rule. */
const TWINS: Record<string, string> = {
  a: "а",
  c: "с",
  e: "е",
  o: "о",
  p: "р",
  x: "х",
  y: "у",
  k: "к",
  m: "м",
  t: "т",
  b: "в",
  h: "н",
};

/** @returns the first, with look-alike letters as Cyrillic. */
export function findLabourWord(text: string): string | null {
  const found = LABOUR_WORD.exec(text)?.[1];
  if (found !== undefined) return found;
  if (!/[a-z]/i.test(text)) return null;
  const folded = text.replace(/[a-z]/gi, (letter) => TWINS[letter.toLowerCase()] ?? letter);
  return LABOUR_WORD.exec(folded)?.[1] ?? null;
}
