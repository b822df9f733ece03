export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1251";

/** Same code in all supported encodings. */
export const LINE_BREAK = 0x0a;
export const RETURN = 0x0d;

export const BYTE_ORDER_MARKS: Readonly<Record<TextEncodingName, readonly number[]>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
  "windows-1251": [],
};

/**
 * Text as numbers: bytes in a single-byte encoding, else UTF-16 code units. Costs a third of
 * reading characters.
 */
export type TextUnits = Uint8Array | Uint16Array;

/** Encoding of a text file: bytes → units to keep, units → text of a row. */
export interface TextForm {
  /** @param bytes - whole characters; kept without a copy where possible. */
  readonly unitsOf: (bytes: Uint8Array) => TextUnits;
  readonly textOf: (units: TextUnits) => string;
}

export function textForm(encoding: TextEncodingName): TextForm {
  return FORMS[encoding];
}

const fromUtf16 = new TextDecoder("utf-16le", { ignoreBOM: true });
const fromUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const fromWindows1251 = new TextDecoder("windows-1251");

const WIDE = { textOf: (units: TextUnits) => fromUtf16.decode(units) };
const FORMS: Record<TextEncodingName, TextForm> = {
  "windows-1251": {
    unitsOf: (bytes) => bytes,
    textOf: (units) => fromWindows1251.decode(units),
  },
  "utf-8": {
    ...WIDE,
    unitsOf: (bytes) => unitsOfUtf8(bytes) ?? codeUnitsOf(fromUtf8.decode(bytes)),
  },
  "utf-16le": { ...WIDE, unitsOf: (bytes) => unitsOfUtf16(bytes, 0) },
  "utf-16be": { ...WIDE, unitsOf: (bytes) => unitsOfUtf16(bytes, 1) },
};

function codeUnitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  return units;
}

/** @param low - offset of the low byte in each unit. An odd last byte is dropped. */
function unitsOfUtf16(bytes: Uint8Array, low: 0 | 1): Uint16Array {
  const units = new Uint16Array(bytes.length >> 1);
  for (let index = 0; index < units.length; index += 1)
    units[index] = (bytes[index * 2 + low] ?? 0) | ((bytes[index * 2 + 1 - low] ?? 0) << 8);
  return units;
}

/**
 * `null` for anything but valid sequences of up to three bytes; the browser's decoder handles
 * those.
 */
function unitsOfUtf8(bytes: Uint8Array): Uint16Array | null {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  let index = 0;
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80) {
      units[length] = byte;
      index += 1;
    } else if (byte >= 0xc2 && byte < 0xe0) {
      const second = (bytes[index + 1] ?? 0) ^ 0x80;
      if (second > 0x3f) return null;
      units[length] = ((byte & 0x1f) << 6) | second;
      index += 2;
    } else if (byte >= 0xe0 && byte < 0xf0) {
      const second = (bytes[index + 1] ?? 0) ^ 0x80;
      const third = (bytes[index + 2] ?? 0) ^ 0x80;
      const unit = ((byte & 0x0f) << 12) | (second << 6) | third;
      if (second > 0x3f || third > 0x3f || unit < 0x800 || (unit & 0xf800) === 0xd800) return null;
      units[length] = unit;
      index += 3;
    } else return null;
    length += 1;
  }
  // A copy: the rows keep it, and for Cyrillic half of the reserved buffer is unused.
  return units.slice(0, length);
}
