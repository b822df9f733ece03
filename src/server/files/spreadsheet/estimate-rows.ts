import { readWorkbookMap } from "./xlsx-workbook.ts";
import { ZipArchive } from "./zip-archive.ts";

/** Enough to measure rows. */
const SAMPLE_BYTES = 256 * 1024;

/**
 * The declared size, if the first rows' length agrees, else by that length. For progress only.
 *
 * @returns `null` when unknown.
 */
export async function estimateXlsxRows(
  path: string,
  preferredSheet: string,
): Promise<number | null> {
  try {
    const archive = await ZipArchive.open(path);
    try {
      const { sheetPath } = await readWorkbookMap(archive, preferredSheet);
      const { text, bytes } = await readStart(archive, sheetPath);
      const rows = text.match(/<(?:\w+:)?row[\s>]/g)?.length ?? 0;
      if (rows === 0) return null;
      const measured = Math.round((rows * archive.unpackedSizeOf(sheetPath)) / bytes);
      const declared = Number(
        /<(?:\w+:)?dimension ref="[A-Z]+\d+:[A-Z]+(\d+)"/.exec(text)?.[1] ?? "0",
      );
      return declared >= measured / 2 && declared <= measured * 2 ? declared : measured;
    } finally {
      archive.close();
    }
  } catch {
    return null;
  }
}

async function readStart(
  archive: ZipArchive,
  path: string,
): Promise<{ text: string; bytes: number }> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of archive.read(path)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= SAMPLE_BYTES) break;
  }
  return { text: Buffer.concat(pieces).toString("utf8"), bytes };
}
