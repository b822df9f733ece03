import { readLines, type PieceBytes } from "./read-lines.ts";
import type { TextShape } from "./sniff-table.ts";
import type { TablePieces } from "./table-rows.ts";
import { TextRecords } from "./text-records.ts";

/** Streams a text table. Yields the same object each time, with more records to read. */
export async function* readTextTable(
  file: Blob,
  shape: TextShape,
  pieceBytes?: PieceBytes,
): TablePieces {
  const records = new TextRecords(shape);
  for await (const lines of readLines(file, shape.encoding, pieceBytes)) {
    records.push(lines);
    yield records;
  }
  const last = records.finish();
  if (last !== null) yield [last];
}
