/** Look-alike Latin letters. */
const LOOK_ALIKES: Record<string, string> = {
  A: "А", B: "В", C: "С", E: "Е", H: "Н", K: "К", M: "М", O: "О", P: "Р", T: "Т", X: "Х", Y: "У",
  a: "а", c: "с", e: "е", o: "о", p: "р", x: "х", y: "у", k: "к", m: "м",
}; // prettier-ignore

export function normalizeName(text: string): string {
  const trimmed = text.trim();
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}

/** Of a person: a hyphen typed as a dash is a hyphen. */
export function tidyName(text: string): string {
  return normalizeName(text.replace(/[\u2010-\u2015\u2212]/g, "-"));
}

/** Expects a normalized name. */
export function isPersonName(name: string): boolean {
  return (
    /^[\p{L}'’`-][\p{L}\p{M}'’` .-]*$/u.test(name) &&
    /[\p{Script=Cyrillic}\p{Script=Latin}]/u.test(name) &&
    !/\p{N}/u.test(name)
  );
}

/** Ignores case, ё, spaces and the apostrophe's form. */
export function isSameName(one: string, other: string): boolean {
  return one === other || foldName(one) === foldName(other);
}

/**
 * «Иванов И. О.», «И.О. Иванов» or «Иванов Иван» of «Иванов Иван Олегович»: whoever is named by
 * another word is another person, whom a profile must not rename.
 */
export function isShortOf(short: string, whole: string): boolean {
  const left = foldName(whole).split(" ");
  const [surname] = left;
  const words = foldName(short)
    .split(/[\s.]+/)
    .filter((word) => word !== "");
  if (surname === undefined || !words.includes(surname)) return false;
  // Whole words first: a letter must not take the place of the word it does not stand for.
  return [...words]
    .sort((one, other) => other.length - one.length)
    .every((word) => {
      const at = left.findIndex((one) => (word.length === 1 ? one.startsWith(word) : one === word));
      return at !== -1 && left.splice(at, 1).length === 1;
    });
}

/** SQL folds names the same way. */
function foldName(name: string): string {
  return normalizeName(name).toLowerCase().replace(/ё/g, "е").replace(/[’`]/g, "'");
}

/** All or nothing: a letter without a twin, or a whole Latin name, was intended. */
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
