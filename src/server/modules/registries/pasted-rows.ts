import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headerTitle, matchHeader, normalizeHeader, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import { readSpreadsheet } from "#server/platform/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/platform/spreadsheet/spreadsheet-error.ts";
import { invalid } from "#server/platform/app-error.ts";
import type { RegistryFile } from "./store-registry-file.ts";

/** Tells every reader, ours included, that cells are parted by tabs whatever commas the texts hold. */
const SEPARATOR_LINE = "sep=\t\n";

/**
 * Text copied from a spreadsheet as a file of its own, with the kind's header above it when the person copied none.
 *
 * @param use - reads the file; it is removed afterwards unless it was moved away.
 */
export async function withPastedFile<Result>(columns: readonly RegistryColumn[], text: string, use: (file: RegistryFile) => Promise<Result>): Promise<Result> {
  const header = hasHeader(columns, text) ? "" : `${columns.map(headerTitle).join("\t")}\n`;
  const data = Buffer.from(`\uFEFF${SEPARATOR_LINE}${header}${text}`);
  return withFile(data, (path) => use({ path, fileName: "Вставленные строки.txt", contentType: "text/plain", sizeBytes: data.length, sha256: createHash("sha256").update(data).digest() }));
}

/** A row of a pasted block: how far below its first row it stands, and its cells. */
export interface PastedRow {
  readonly offset: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a pasted block, read a piece at a time so that nobody else waits.
 *
 * @throws AppError `invalid` on the field `text`.
 */
export async function readPastedRows(text: string): Promise<PastedRow[]> {
  return withFile(Buffer.from(`\uFEFF${SEPARATOR_LINE}${text}`), async (path) => {
    const rows: PastedRow[] = [];
    try {
      for await (const batch of readSpreadsheet(path, "")) for (const { line, cells } of batch) rows.push({ offset: line - 1, cells });
    } catch (error) {
      if (error instanceof SpreadsheetError) throw invalid({ text: [error.code === "empty" ? "Нет строк для вставки" : error.message] });
      throw error;
    }
    return rows;
  });
}

/** True when every filled cell of the row is a title of the kind. */
export function isHeaderRow(columns: readonly RegistryColumn[], cells: readonly string[]): boolean {
  const { positions, unused } = matchHeader(columns, cells);
  return unused.length === 0 && positions.some((position) => position !== -1);
}

/** A header somewhere in the first rows: then the reader finds it, or says which column is missing. */
function hasHeader(columns: readonly RegistryColumn[], text: string): boolean {
  const titles = new Set(columns.flatMap(({ title, aliases }) => [title, ...aliases]).map(normalizeHeader));
  const rows = text.slice(0, 20_000).split(/\r\n|\n|\r/).slice(0, 10);
  return rows.some((row) => row.split("\t").filter((cell) => titles.has(normalizeHeader(cell.replaceAll('"', "")))).length >= 2);
}

async function withFile<Result>(data: Buffer, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "pasted-"));
  try {
    const path = join(folder, randomUUID());
    await writeFile(path, data);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
