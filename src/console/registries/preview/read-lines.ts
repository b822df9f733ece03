import { BYTE_ORDER_MARKS, LINE_BREAK, type TextEncodingName } from "./text-forms.ts";

/**
 * First the twenty rows that are shown at once; then pieces that take some milliseconds each, so
 * that a question can be answered between two of them.
 */
const PIECE_BYTES = { first: 4 * 1024, next: 512 * 1024 };
export type PieceBytes = typeof PIECE_BYTES;

/** Streams the bytes of a text file, cut after line breaks only; the byte order mark is dropped. */
export async function* readLines(
  file: Blob,
  encoding: TextEncodingName,
  pieceBytes: PieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array, void, void> {
  const head = new Uint8Array(await file.slice(0, pieceBytes.first).arrayBuffer());
  const mark = BYTE_ORDER_MARKS[encoding];
  const begin = mark.every((byte, index) => head[index] === byte) ? mark.length : 0;
  const end =
    head.length < file.size ? afterLastBreak(head, begin, head.length, encoding) : head.length;
  // Comes while the first rows are validated. Whole, because the rows are kept in it.
  const reading = file.slice(end).arrayBuffer();
  // Whoever stops before it has come has nobody left to tell of its failure.
  reading.catch(() => undefined);
  if (end > begin) yield head.subarray(begin, end);
  const rest = new Uint8Array(await reading);
  for (let at = 0; at < rest.length;) {
    let next = at;
    for (let size = pieceBytes.next; next === at; size *= 2)
      next = at + size < rest.length ? afterLastBreak(rest, at, at + size, encoding) : rest.length;
    yield rest.subarray(at, next);
    at = next;
  }
}

/** The place after the last line break between two places; the first of them when there is none. */
function afterLastBreak(
  bytes: Uint8Array,
  from: number,
  to: number,
  encoding: TextEncodingName,
): number {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  const low = encoding === "utf-16be" ? 1 : 0;
  const step = isWide ? 2 : 1;
  for (let end = to - ((to - from) % step); end > from; end -= step) {
    if (bytes[end - step + low] === LINE_BREAK && (!isWide || bytes[end - step + 1 - low] === 0))
      return end;
  }
  return from;
}
