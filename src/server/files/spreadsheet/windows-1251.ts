/**
 * Excel in Russia expects it in a CSV. Decision: a missing character is never lost: it has a plain
 * form (₽ → «руб.», − → `-`) or becomes a numeric reference (`Ә` → `&#1240;`), which our reader
 * restores.
 */
const PLAIN_FORMS: Record<string, string> = {
  "\u20BD": "руб.",
  "\u2212": "-",
  "\u202F": "\u00A0",
  "\u2009": "\u00A0",
  "\u2007": "\u00A0",
  "\u2011": "-",
  "\u02BC": "\u2019",
};

const BYTE_OF = new Map<number, number>();
{
  const characters = new TextDecoder("windows-1251").decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
  );
  for (let byte = 0; byte < 256; byte += 1) BYTE_OF.set(characters.charCodeAt(byte), byte);
}
/** −1: missing. */
const WINDOWS_1251_BYTES = new Int16Array(65_536).fill(-1);
for (const [code, byte] of BYTE_OF) WINDOWS_1251_BYTES[code] = byte;

export function encodeWindows1251(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const byte = WINDOWS_1251_BYTES[text.charCodeAt(index)] ?? -1;
    if (byte < 0) return encodeWindows1251(replaceMissing(text));
    bytes[index] = byte;
  }
  return bytes;
}

/** Leaves references to the encoding's own characters. */
export function restoreMissing(text: string): string {
  if (!text.includes("&#")) return text;
  return text.replace(/&#(\d{3,7});/g, (reference, digits: string) => {
    const code = Number(digits);
    const isMissing = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !BYTE_OF.has(code);
    return isMissing ? String.fromCodePoint(code) : reference;
  });
}

/** Of the languages of Russia and its neighbours; other letters fall apart by Unicode. */
const BASE_LETTERS: Record<string, string> = Object.fromEntries(
  [
    ["АӘ", "ГҒӶ", "ЖҖ", "ЗҘӠ", "КҚҠҜ", "НҢҤ", "ОӨ", "СҪ", "УҰҮ", "ХҲҺ", "ЧҶҸ", "ҐҔ", "ЬҌ", "ШԤ"],
    ["LŁ", "OØ", "DĐÐ", "TÞ", "Iİı"],
  ]
    .flat()
    .flatMap(([base = "", ...letters]) =>
      letters.flatMap((letter) => [
        [letter, base],
        [letter.toLowerCase(), base.toLowerCase()],
      ]),
    ),
);

/** For a program that reads no references: `Әлия 🙂` → «Алия ?». */
export function transliterateMissing(text: string): string {
  return replaceMissing(text, (character) => {
    const letter = BASE_LETTERS[character] ?? character.normalize("NFD").charAt(0);
    return BYTE_OF.has(letter.charCodeAt(0)) && letter.length === 1 ? letter : "?";
  });
}

export function replaceMissing(
  text: string,
  replace: (character: string, code: number) => string = (_, code) => `&#${code};`,
): string {
  let replaced = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (BYTE_OF.has(code)) replaced += character;
    else if (code >= 0xd800 && code <= 0xdfff)
      replaced += "?"; // Half a surrogate pair.
    else replaced += PLAIN_FORMS[character] ?? replace(character, code);
  }
  return replaced;
}
