/**
 * Words that make a receipt look like a salary: «зарплата», «аванс», «премия», «оклад», «отпуск», «трудовой» in every form.
 * Source: domain rules §1.3, receipt text rules.
 */
const LABOUR_WORD = /(?:^|[^а-яё])((?:зарплат|заработн|аванс(?!цен)|преми(?=[яийюеа])|оклад|отпуск|трудов)[а-яё]*)/i;

/** Latin letters someone may put in to get past the check. */
const TWINS: Record<string, string> = { a: "а", c: "с", e: "е", o: "о", p: "р", x: "х", y: "у", k: "к", m: "м", t: "т", b: "в", h: "н" };

/**
 * Finds the first labour word of a receipt text.
 * @returns the word as written (look-alike Latin letters shown as Cyrillic), or null when the text is fine.
 */
export function findLabourWord(text: string): string | null {
  const found = LABOUR_WORD.exec(text)?.[1];
  if (found !== undefined) return found;
  if (!/[a-z]/i.test(text)) return null;
  const folded = text.replace(/[a-z]/gi, (letter) => TWINS[letter.toLowerCase()] ?? letter);
  return LABOUR_WORD.exec(folded)?.[1] ?? null;
}
