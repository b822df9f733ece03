/**
 * What labour words begin with, and what must or must not follow there: «авансцена» is no salary.
 */
const STEMS = {
  зарплат: "",
  заработн: "",
  аванс: "(?!цен)",
  преми: "(?=[яийюеа])",
  оклад: "",
  отпуск: "",
  трудов: "",
};

/** In lower case. A text none of whose words begins so has no labour word. */
export const LABOUR_STEMS: readonly string[] = Object.keys(STEMS);

/**
 * Words that make a receipt look like a salary: «зарплата», «аванс», «премия», «оклад», «отпуск»,
 * «трудовой» in every form. Source: domain rules §1.3, receipt text rules.
 */
const LABOUR_WORD = new RegExp(
  `(?:^|[^а-яё])((?:${Object.entries(STEMS)
    .map((parts) => parts.join(""))
    .join("|")})[а-яё]*)`,
  "i",
);

/** Latin letters someone may put in to get past the check. */
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

/**
 * Finds the first labour word of a receipt text.
 * @returns the word as written (look-alike Latin letters shown as Cyrillic), or null when the text
 *   is fine.
 */
export function findLabourWord(text: string): string | null {
  const found = LABOUR_WORD.exec(text)?.[1];
  if (found !== undefined) return found;
  if (!/[a-z]/i.test(text)) return null;
  const folded = text.replace(/[a-z]/gi, (letter) => TWINS[letter.toLowerCase()] ?? letter);
  return LABOUR_WORD.exec(folded)?.[1] ?? null;
}
