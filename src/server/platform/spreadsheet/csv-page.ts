import { WINDOWS_1251_BYTES } from "./windows-1251.ts";

/** What stands between the texts of a page: no stored cell holds these characters. */
export const CELL_BREAK = "\u001f";
export const ROW_BREAK = "\u001e\n";
/** Begins a row that is not texts as they are shown: its fields are for the table's `rowOf`. */
export const RAW_ROW = "\u001d";

const ROW_BREAK_CODE = 0x1e;
const HYPHEN = 0x2d;

/** Windows-1251 byte of a character that needs no thought inside a CSV cell; 0 for all others. */
const PLAIN = new Uint8Array(65_536);
for (const character of " .,:/№«»()_") PLAIN[character.charCodeAt(0)] = WINDOWS_1251_BYTES[character.charCodeAt(0)] ?? 0;
for (let code = 0; code < 65_536; code += 1) if (isLetterOrDigit(code)) PLAIN[code] = WINDOWS_1251_BYTES[code] ?? 0;
PLAIN[CELL_BREAK.charCodeAt(0)] = 0x3b;

/**
 * A page of rows as bytes of a CSV in Windows-1251, in one walk over its characters: no cell becomes a string of its own, which
 * is most of what writing 100 000 rows costs.
 *
 * @param careful - writes a row that has a character worth a second look.
 */
export function encodeCsvPage(page: string, careful: (line: string) => Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  const bytes = Buffer.allocUnsafe(page.length + ROW_BREAK.length);
  let written = 0;
  let taken = 0;
  let rowStart = 0;
  let rowStartByte = 0;
  for (let at = 0; at < page.length; at += 1) {
    const code = page.charCodeAt(at);
    const byte = PLAIN[code] as number;
    if (byte !== 0) {
      bytes[written] = byte;
      written += 1;
    } else if (code === HYPHEN && at > rowStart && isLetterOrDigit(page.charCodeAt(at - 1))) {
      bytes[written] = HYPHEN;
      written += 1;
    } else if (code === ROW_BREAK_CODE) {
      written = endRow(bytes, written);
      at += 1;
      rowStart = at + 1;
      rowStartByte = written;
    } else {
      const found = page.indexOf(ROW_BREAK, at);
      const end = found === -1 ? page.length : found;
      pieces.push(bytes.subarray(taken, rowStartByte), careful(page.slice(rowStart, end)));
      at = end + ROW_BREAK.length - 1;
      rowStart = at + 1;
      taken = written = rowStartByte;
    }
  }
  if (rowStart < page.length) written = endRow(bytes, written);
  pieces.push(bytes.subarray(taken, written));
  return pieces;
}

function endRow(bytes: Buffer, at: number): number {
  bytes[at] = 0x0d;
  bytes[at + 1] = 0x0a;
  return at + 2;
}

/** Latin and Russian letters and digits. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x410 && code <= 0x44f) || (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x401 || code === 0x451;
}
