import { open } from "node:fs/promises";

import type { TextEncoding } from "#contract/registries/file-reading.ts";
import { splitRows } from "#contract/values/quoted-cell.ts";

import { SpreadsheetError } from "./spreadsheet-error.ts";
import { SPREADSHEET_LIMITS } from "./spreadsheet-rows.ts";

export interface CsvShape {
  type: "csv";
  encoding: TextEncoding;
  skipBytes: number;
  delimiter: string;
  /** In a file of `\r`, a lone `\n` is a space of its cell. */
  newline: "\n" | "\r";
  /** First line `sep=;`. */
  hasSeparatorLine: boolean;
}
export type SpreadsheetShape = CsvShape | { type: "xlsx" };

const SAMPLE_BYTES = 64 * 1024;

/**
 * Ignores names: files are often renamed.
 *
 * @param encoding - of a text, if a person chose it.
 * @throws SpreadsheetError for all but text tables and ZIP archives.
 */
export async function sniffSpreadsheet(
  path: string,
  encoding?: TextEncoding,
): Promise<SpreadsheetShape> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) throw new SpreadsheetError("empty");
    if (size > SPREADSHEET_LIMITS.fileBytes) throw new SpreadsheetError("too_big");
    const head = await readAt(file, 0, Math.min(size, SAMPLE_BYTES));
    if (startsWith(head, OLE)) {
      const tail = await readAt(
        file,
        Math.max(0, size - SAMPLE_BYTES),
        Math.min(size, SAMPLE_BYTES),
      );
      const isEncrypted = head.includes(ENCRYPTED_PACKAGE) || tail.includes(ENCRYPTED_PACKAGE);
      throw new SpreadsheetError(isEncrypted ? "encrypted" : "legacy_xls");
    }
    // This part is first and unpacked.
    if (startsWith(head, ZIP) && head.subarray(0, 200).includes(OPEN_DOCUMENT))
      throw new SpreadsheetError("open_document");
    if (startsWith(head, ZIP)) return { type: "xlsx" };
    if (OTHER_SIGNATURES.some((signature) => startsWith(head, signature)))
      throw new SpreadsheetError("not_a_table");
    return sniffText(head, size > head.length, encoding);
  } finally {
    await file.close();
  }
}

function sniffText(head: Buffer, isCut: boolean, chosen: TextEncoding | undefined): CsvShape {
  const { encoding, skipBytes } = sniffEncoding(head, isCut, chosen);
  const text = new TextDecoder(encoding).decode(head.subarray(skipBytes));
  if (text.trim() === "" && !isCut) throw new SpreadsheetError("empty");
  if (text.includes("\u0000")) throw new SpreadsheetError("not_a_table");
  if (/^\s*<(?:!doctype|html|\?xml|table|head|body|div|meta|script|style|svg|!--)/i.test(text))
    throw new SpreadsheetError("not_a_table");
  const newline = countOf(text, /\r(?!\n)/g) > countOf(text, /\n/g) ? "\r" : "\n";
  const separator = /^sep=(.)\r?(?:\n|$)/.exec(text.slice(0, 10).replaceAll("\r", "\n"));
  return {
    type: "csv",
    encoding,
    skipBytes,
    newline,
    delimiter: separator?.[1] ?? sniffDelimiter(text, newline, isCut),
    hasSeparatorLine: separator !== null,
  };
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b];
const OPEN_DOCUMENT = Buffer.from("mimetypeapplication/vnd.oasis.opendocument");
const ENCRYPTED_PACKAGE = Buffer.from("EncryptedPackage", "utf16le");
const OTHER_SIGNATURES = [
  [0x4d, 0x5a, 0x90],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0x25, 0x50, 0x44, 0x46],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
];

function sniffEncoding(
  head: Buffer,
  isCut: boolean,
  chosen: TextEncoding | undefined,
): { encoding: TextEncoding; skipBytes: number } {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: "utf-8", skipBytes: 3 };
  if (startsWith(head, [0xff, 0xfe])) return { encoding: "utf-16le", skipBytes: 2 };
  if (startsWith(head, [0xfe, 0xff])) return { encoding: "utf-16be", skipBytes: 2 };
  if (chosen) return { encoding: chosen, skipBytes: 0 };
  const utf16 = sniffUtf16(head);
  if (utf16 !== null) return { encoding: utf16, skipBytes: 0 };
  try {
    // `stream`: the sample may end inside a character.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: isCut });
    return { encoding: "utf-8", skipBytes: 0 };
  } catch {
    return { encoding: sniffRussian(head), skipBytes: 0 };
  }
}

/** Without a mark: every other byte is zero, or four of a Russian letter. */
function sniffUtf16(head: Buffer): "utf-16le" | "utf-16be" | null {
  if (!head.includes(0)) return null;
  const high = [0, 0];
  for (let at = 0; at < head.length; at += 1)
    if (head[at] === 0 || head[at] === 4) high[at % 2] = (high[at % 2] ?? 0) + 1;
  const most = (head.length / 2) * 0.9;
  const [bigEndian = 0, littleEndian = 0] = high;
  if (Math.max(bigEndian, littleEndian) < most) return null;
  return littleEndian > bigEndian ? "utf-16le" : "utf-16be";
}

const SAMPLE_CHARACTERS = 16 * 1024;
/** Of heads; whole words. */
const HEAD_WORDS =
  /(?<![а-яё])(?:инн|фио|сумма|услуг[аи]|дата|код|текст|телефон|исполнитель|имя|фамилия|период|начало|комментарий|выплат[аы]|причина|получатель|самозанятый|назначение)(?![а-яё])/gi;

/** Excel's encoding, unless another gives more words of heads and of Russian letters. */
function sniffRussian(head: Buffer): TextEncoding {
  const scores = (["windows-1251", "ibm866", "x-mac-cyrillic"] as const).map((encoding) => {
    const text = new TextDecoder(encoding).decode(head.subarray(0, SAMPLE_CHARACTERS));
    const letters = countOf(text, /[^\0-\x7F]/g);
    return {
      encoding,
      words: countOf(text, HEAD_WORDS),
      letters,
      share: countOf(text, /[а-яё№«»]/gi) / Math.max(1, letters),
    };
  });
  const [usual, ...others] = scores;
  if (!usual) return "windows-1251";
  const better = others
    .filter(
      ({ words, share, letters }) =>
        (words > usual.words && share > usual.share) ||
        // No known head: enough Russian text, which Excel's encoding makes signs of.
        (letters >= 20 && share > 0.95 && usual.share < 0.6),
    )
    .sort((one, other) => other.share - one.share);
  return better[0]?.encoding ?? usual.encoding;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const DELIMITERS = [";", "\t", "|", ","] as const;
const SAMPLE_ROWS = 100;
const COUNTED_ROWS = 10;
/** Words of a head; texts and messages have fewer above it. */
const HEAD_LEAST = 3;

/**
 * The one that cuts the head into most of its words, then by which the largest share of rows has
 * the same number of cells, then the most frequent one, which may be that of the texts; order breaks
 * ties.
 */
function sniffDelimiter(text: string, newline: string, isCut: boolean): string {
  const lines = newline === "\r" ? text.replaceAll("\n", " ") : text;
  const sample = lines.slice(0, SAMPLE_CHARACTERS);
  let best = { delimiter: "", titles: 0, share: 0.5 };
  let mostFrequent = { delimiter: "", count: -1 };
  for (const delimiter of DELIMITERS) {
    const all = splitRows(sample, delimiter);
    if (isCut || lines.length > sample.length) all.pop();
    const count = all.slice(0, COUNTED_ROWS).reduce((sum, { length }) => sum + length - 1, 0);
    if (count > mostFrequent.count) mostFrequent = { delimiter, count };
    const rows = all
      .slice(0, SAMPLE_ROWS)
      .filter((cells) => cells.some((cell) => cell.trim() !== ""));
    const head = rows.find((cells) => countOf(cells.join(" "), HEAD_WORDS) >= HEAD_LEAST) ?? [];
    const named = head.filter((cell) => countOf(cell, HEAD_WORDS) > 0).length;
    const titles = named > 1 ? named : 0;
    const widths = new Map<number, number>();
    for (const { length } of rows)
      if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
    const share = Math.max(0, ...widths.values()) / rows.length;
    if (titles > best.titles || (titles === best.titles && share > best.share))
      best = { delimiter, titles, share };
  }
  return best.delimiter || mostFrequent.delimiter;
}

function startsWith(bytes: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

async function readAt(
  file: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
