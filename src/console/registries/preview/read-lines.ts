import { BYTE_ORDER_MARKS, LINE_BREAK, type TextEncodingName } from "./text-forms.ts";

/**
 * First twenty rows' worth, then pieces of a few milliseconds, so that requests are answered in
 * between.
 */
const PIECE_BYTES = { first: 4 * 1024, next: 512 * 1024 };
export type PieceBytes = typeof PIECE_BYTES;

/** Streams the bytes of a text file, split after line breaks, without the byte order mark. */
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
  // Reads on while the first rows are validated. In one buffer, because the rows keep references to
  // it.
  const reading = file.slice(end).arrayBuffer();
  // An abandoned read must not become an unhandled rejection.
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

/** Position after the last line break in the range; `from` if there is none. */
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
