/**
 * Blanks, quotes or invisible characters, then `= + - @`, ordinary or full-width; or a leading tab
 * or line break. Source: domain rules §4.1, export safety.
 */
const FORMULA_START =
  /^(?:[\t\r\n]|['"\s\u200B\u200E\u200F\u2060\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/** Phones keep their plus. Source: reliability R15, «+7 phones intact». */
const PHONE = /^\+7(?:9\d{9}| \(9\d\d\) \d{3}[ -]\d{2}[ -]\d{2})$/;

/** They break XML and PostgreSQL. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

/** Apply after `dropControlCharacters`. */
export function guardFormula(text: string): string {
  return FORMULA_START.test(text) && !PHONE.test(text) ? `'${text}` : text;
}

/** Also an apostrophe typed for Excel. */
export function unguardFormula(text: string): string {
  return text.charCodeAt(0) === 0x27 && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}

export function isFormulaLike(text: string): boolean {
  return FORMULA_START.test(text) && !PHONE.test(text);
}

export function dropControlCharacters(text: string): string {
  return text.replace(CONTROL_CHARACTERS, "");
}
