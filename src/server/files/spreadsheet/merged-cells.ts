import { parseAmount } from "#contract/values/money.ts";

import { columnOf } from "./cell-reference.ts";
import type { RowMends } from "./spreadsheet-rows.ts";
import type { ZipArchive } from "./zip-archive.ts";

/** Merges stand below the rows, so the sheet is unpacked twice; a larger one is read as it is. */
const MOST_SHEET_BYTES = 32 * 1024 * 1024;
const MOST_MERGES_BYTES = 4 * 1024 * 1024;
const MARK = "mergeCells";

interface Merge {
  readonly column: number;
  readonly last: number;
}

/** Down several rows, by the first of them. */
export type Merges = ReadonlyMap<number, readonly Merge[]>;

export async function readMerges(archive: ZipArchive, sheetPath: string): Promise<Merges> {
  const merges = new Map<number, Merge[]>();
  if (archive.unpackedSizeOf(sheetPath) > MOST_SHEET_BYTES) return merges;
  let tail = Buffer.alloc(0);
  let isFound = false;
  for await (const chunk of archive.read(sheetPath)) {
    if (isFound && tail.length > MOST_MERGES_BYTES) break;
    const bytes = Buffer.concat([tail, chunk]);
    const at: number = isFound ? 0 : bytes.indexOf(MARK);
    isFound ||= at !== -1;
    tail = bytes.subarray(isFound ? at : -MARK.length);
  }
  if (!isFound) return merges;
  const references = /<(?:\w+:)?mergeCell\s[^<>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
  for (const [, letters = "", first = "", last = ""] of tail
    .toString("latin1")
    .matchAll(references)) {
    if (Number(last) <= Number(first)) continue;
    const merge = { column: columnOf(letters) ?? 0, last: Number(last) };
    const ofRow = merges.get(Number(first));
    if (ofRow) ofRow.push(merge);
    else merges.set(Number(first), [merge]);
  }
  return merges;
}

/** A person stands once beside several payments: Excel keeps his cells in the first row. */
export class MergedCells {
  readonly #merges: Merges;
  #open: { readonly column: number; readonly last: number; readonly text: string }[] = [];

  constructor(merges: Merges) {
    this.#merges = merges;
  }

  /** Changes the cells of a row; rows come in order. */
  fill(line: number, cells: string[]): RowMends | null {
    if (this.#merges.size === 0) return null;
    let mends: RowMends | null = null;
    this.#open = this.#open.filter(({ last }) => last >= line);
    if (this.#open.length > 0 && cells.some((cell) => cell !== ""))
      for (const { column, text } of this.#open) {
        while (cells.length <= column) cells.push("");
        if (cells[column] !== "") continue;
        cells[column] = text;
        mends = (mends ?? new Map()).set(column, "merged");
      }
    const merges = this.#merges.get(line);
    if (merges && isData(cells))
      for (const merge of merges) {
        const text = cells[merge.column] ?? "";
        if (text !== "" && !isSum(text)) this.#open.push({ ...merge, text });
      }
    return mends;
  }
}

/** Of a head, a title that is merged with the row below belongs to one row. */
function isData(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.filter((cell) => /\d{3,}|\d[.,]\d/.test(cell)).length * 4 > filled.length;
}

/** Of several rows together: filled down, it would be paid several times. */
function isSum(text: string): boolean {
  return parseAmount(text).ok && !/^0\d/.test(text) && text.replace(/\D/g, "").length < 10;
}
