import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import {
  headerTitle,
  matchHeader,
  MAX_REGISTRY_ROWS,
  normalizeHeader,
  REGISTRY_FILE_MESSAGES,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { splitRows } from "#contract/values/quoted-cell.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Upload } from "#server/http/uploads.ts";
import { readableFile } from "./readable-file.ts";
import { readRawRows } from "./read-table-file.ts";
import type { RegistryFile } from "./store-registry-file.ts";

/** Tells any reader that the separator is a tab. */
const SEPARATOR_LINE = "sep=\t\n";
export const PASTED_FILE_NAME = "Вставленные строки.txt";
/** The first ten rows of any table. */
const HEADER_BYTES = 40_000;

/**
 * Text copied from a spreadsheet; with the kind's header if it has none and nobody chose columns.
 *
 * @throws AppError `invalid` — field `text`: no rows can be made of it.
 */
export async function pastedFile(
  columns: readonly RegistryColumn[],
  text: Upload | undefined,
  choices?: ColumnChoices,
): Promise<RegistryFile> {
  const pasted = pastedText(text);
  const header =
    choices || hasHeader(columns, await readBeginning(pasted.path))
      ? ""
      : `${columns.map(headerTitle).join("\t")}\n`;
  const headed = await writeAbove(SEPARATOR_LINE + header, pasted);
  const file = await readableFile(columns, headed, "text", choices);
  return { ...file, fileName: PASTED_FILE_NAME, contentType: "text/plain" };
}

/** @throws AppError `invalid` - field `text`. */
export function pastedTable(text: Upload | undefined): Promise<Upload> {
  return writeAbove(SEPARATOR_LINE, pastedText(text));
}

/** `offset` counts from the block's first row. */
export interface PastedRow {
  readonly offset: number;
  readonly cells: readonly string[];
}

/** @throws AppError `invalid` — field `text`; also past a registry's limit of rows. */
export async function readPastedRows(text: Upload | undefined): Promise<PastedRow[]> {
  const table = await pastedTable(text);
  const rows: PastedRow[] = [];
  try {
    for await (const batch of readRawRows(table)) {
      for (const { line, cells } of batch) rows.push({ offset: line - 1, cells });
      // One more: the block may begin with its header.
      if (rows.length > MAX_REGISTRY_ROWS + 1)
        throw invalid({ text: [REGISTRY_FILE_MESSAGES.tooManyRows] });
    }
  } catch (error) {
    if (error instanceof SpreadsheetError)
      throw invalid({ text: [error.code === "empty" ? "Нет строк для вставки" : error.message] });
    throw error;
  }
  return rows;
}

export function isHeaderRow(columns: readonly RegistryColumn[], cells: readonly string[]): boolean {
  const { positions, unused } = matchHeader(columns, cells);
  return unused.length === 0 && positions.some((position) => position !== -1);
}

/** Looks like one: the reader then finds it or names the missing column. */
function hasHeader(columns: readonly RegistryColumn[], text: string): boolean {
  const titles = new Set(
    columns.flatMap(({ title, aliases }) => [title, ...aliases]).map(normalizeHeader),
  );
  return splitRows(text.slice(0, 20_000), "\t")
    .slice(0, 10)
    .some((cells) => cells.filter((cell) => titles.has(normalizeHeader(cell))).length >= 2);
}

function pastedText(text: Upload | undefined): Upload {
  if (!text || text.sizeBytes === 0) throw invalid({ text: ["Нет строк для вставки"] });
  return text;
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function writeAbove(head: string, text: Upload): Promise<Upload> {
  const path = `${text.path}.rows`;
  const hash = createHash("sha256");
  let sizeBytes = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of withHead(`\uFEFF${head}`, text.path)) {
      hash.update(piece);
      sizeBytes += piece.length;
      yield piece;
    }
  }
  try {
    await pipeline(pieces, createWriteStream(path));
    await rename(path, text.path);
  } finally {
    await rm(path, { force: true });
  }
  return { ...text, sizeBytes, sha256: hash.digest() };
}

/** @throws AppError `invalid` — field `text`: not UTF-8, or a NUL byte. */
async function* withHead(head: string, path: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  yield Buffer.from(head);
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      if (decoder.decode(piece, { stream: true }).includes("\0"))
        throw new TypeError("a NUL in the text");
      yield piece;
    }
    decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? invalid({ text: ["Недопустимые символы"] }) : error;
  }
}
