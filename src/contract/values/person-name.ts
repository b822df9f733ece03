/** Latin letters that look like Cyrillic ones, as they slip in from another keyboard layout. */
const LOOK_ALIKES: Record<string, string> = {
  A: "А", B: "В", C: "С", E: "Е", H: "Н", K: "К", M: "М", O: "О", P: "Р", T: "Т", X: "Х", Y: "У",
  a: "а", c: "с", e: "е", o: "о", p: "р", x: "х", y: "у",
}; // prettier-ignore

/** Trims and leaves one plain space between words. */
export function normalizeName(text: string): string {
  const trimmed = text.trim();
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}

/**
 * Letters, spaces, hyphens and apostrophes only, with at least one letter. Expects a normalised
 * name.
 */
export function isPersonName(name: string): boolean {
  return (
    /^[\p{L}'’`-][\p{L}\p{M}'’` .-]*$/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Latin}]/u.test(name) &&
    !/\p{N}/u.test(name)
  );
}

/** True when two names differ at most by case, ё/е, apostrophe form and spaces. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldName(one) === foldName(other);
}

/**
 * The form names are compared in: normalised, lower case, ё as е. The same fold is done in SQL
 * where names meet profiles.
 */
function foldName(name: string): string {
  return normalizeName(name).toLowerCase().replace(/ё/g, "е").replace(/[’`]/g, "'");
}

/**
 * Turns Latin look-alikes inside a Cyrillic name into Cyrillic, all or nothing: if one Latin letter
 * has no twin, or the whole name is Latin, it stays as it is, because then the letters were meant.
 */
export function healLookAlikes(name: string): string {
  if (!HAS_LATIN.test(name) || !HAS_CYRILLIC.test(name)) return name;
  let healed = "";
  for (const letter of name) {
    const twin = LOOK_ALIKES[letter];
    if (twin === undefined && HAS_LATIN.test(letter)) return name;
    healed += twin ?? letter;
  }
  return healed;
}

const HAS_LATIN = /[A-Za-z]/;
const HAS_CYRILLIC = /[А-Яа-яЁё]/;
