import type { TextEncoding } from "#contract/registries/file-reading.ts";
import { sniffSpreadsheet } from "./sniff.ts";
import { readWorkbookMap, type Sheet } from "./xlsx-workbook.ts";
import { ZipArchive } from "./zip-archive.ts";

/**
 * In the order of their tabs; none for a text.
 *
 * @throws SpreadsheetError.
 */
export async function listSheets(path: string, encoding?: TextEncoding): Promise<readonly Sheet[]> {
  const { type } = await sniffSpreadsheet(path, encoding);
  return type === "xlsx"
    ? withArchive(path, async (archive) => (await readWorkbookMap(archive, "")).sheets)
    : [];
}

const HIDING = ['hidden="1"', "hidden='1'", 'hidden="true"', "hidden='true'", 'ht="0"', "ht='0'"];

/** Far cheaper than reading: `true` also for a text that looks so. */
export function mayHideRows(path: string, { path: part }: Sheet): Promise<boolean> {
  return withArchive(path, async (archive) => {
    let tail: Buffer = Buffer.alloc(0);
    for await (const piece of archive.read(part)) {
      const text = Buffer.concat([tail, piece]);
      if (HIDING.some((mark) => text.includes(mark))) return true;
      tail = text.subarray(-16);
    }
    return false;
  });
}

async function withArchive<Answer>(
  path: string,
  use: (archive: ZipArchive) => Promise<Answer>,
): Promise<Answer> {
  const archive = await ZipArchive.open(path);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}
