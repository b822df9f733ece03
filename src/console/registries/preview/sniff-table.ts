import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { REGISTRY_FILE_MESSAGES } from "#contract/registries/registry-columns.ts";
import { PreviewError } from "./table-rows.ts";
import { BYTE_ORDER_MARKS, type TextEncodingName } from "./text-forms.ts";

export interface TextShape {
  readonly kind: "text";
  readonly encoding: TextEncodingName;
  readonly delimiter: string;
  /** The first line is `sep=;`, not a row. */
  readonly hasSeparatorLine: boolean;
}
export type TableShape = TextShape | { readonly kind: "workbook" };

const SAMPLE_BYTES = 64 * 1024;
const SAVE_AS = "Сохраните файл в формате XLSX или CSV";
const OPEN_DOCUMENT =
  "Файл не удалось прочитать: это таблица OpenDocument (.ods). Откройте её в LibreOffice или Excel и сохраните в формате XLSX или CSV";
const DELIMITERS = [";", "\t", ","] as const;

/**
 * Detects from the first 64 KiB a workbook or a text table, its encoding and delimiter.
 * @throws PreviewError for an empty, too large or unknown file. Source: `domain.md` §4.1.
 */
export async function sniffTable(file: Blob): Promise<TableShape> {
  if (file.size === 0) throw new PreviewError(REGISTRY_FILE_MESSAGES.empty, true);
  if (file.size > REGISTRY_FILE_BYTES)
    throw new PreviewError("Файл слишком большой. Допустимо не более 50\u00A0МБ", true);
  const head = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  if (
    startsWith(head, [0x50, 0x4b]) &&
    new TextDecoder("latin1")
      .decode(head.subarray(0, 200))
      .includes("mimetypeapplication/vnd.oasis.opendocument")
  )
    throw new PreviewError(OPEN_DOCUMENT, true);
  if (startsWith(head, [0x50, 0x4b])) return { kind: "workbook" };
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]) || startsWith(head, [0x25, 0x50, 0x44, 0x46]))
    throw new PreviewError(SAVE_AS, true);
  const encoding = sniffEncoding(head, file.size > head.length);
  const text = new TextDecoder(encoding).decode(head);
  if (text.includes("\u0000")) throw new PreviewError(SAVE_AS, true);
  if (text.trim() === "" && file.size <= head.length)
    throw new PreviewError(REGISTRY_FILE_MESSAGES.empty, true);
  const separator = /^sep=(.)\r?(?:\n|$)/.exec(text.slice(0, 10));
  return {
    kind: "text",
    encoding,
    delimiter: separator?.[1] ?? voteDelimiter(text),
    hasSeparatorLine: separator !== null,
  };
}

function sniffEncoding(head: Uint8Array, isCut: boolean): TextShape["encoding"] {
  if (startsWith(head, BYTE_ORDER_MARKS["utf-16le"])) return "utf-16le";
  if (startsWith(head, BYTE_ORDER_MARKS["utf-16be"])) return "utf-16be";
  try {
    // `stream` tolerates a character cut by the sample's end.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: isCut });
    return "utf-8";
  } catch {
    return "windows-1251";
  }
}

/** The most frequent delimiter outside quotes in the first ten lines; ties by array order. */
function voteDelimiter(text: string): string {
  const votes = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let isQuoted = false;
  let lines = 0;
  for (let index = 0; index < text.length && lines < 10; index += 1) {
    const character = text.charAt(index);
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "\n") lines += 1;
    else if (votes.has(character)) votes.set(character, (votes.get(character) ?? 0) + 1);
  }
  return [...votes].reduce((best, vote) => (vote[1] > best[1] ? vote : best))[0];
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}
