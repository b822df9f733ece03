import { open } from "node:fs/promises";
import { ZipArchive } from "#server/files/spreadsheet/zip-archive.ts";
import { refuseActiveContent } from "./active-content.ts";
import { asDocxError, DocxError } from "./docx-error.ts";
import { isNamedXml, MAX_XML_BYTES, type DocxParts } from "./docx-parts.ts";

/** Decision: ten megabytes of text and pictures unpack to less. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
const MAIN_PART = "word/document.xml";
/** Runs, or opens in another program. */
const EMBEDDED = /^word\/(embeddings|activeX|controls)\/|\.(bin|exe|dll|js|vbs|html?|mht)$/i;
const ZIP_SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Protected or Word 97. */
const COMPOUND_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Rejects macros, embedded objects, links to files, document types and active fields.
 *
 * @throws DocxError
 */
export async function readDocxPackage(path: string): Promise<DocxParts> {
  await refuseOtherFiles(path);
  try {
    const archive = await ZipArchive.open(path);
    try {
      const parts = await readParts(archive);
      refuseActiveContent(parts);
      return parts;
    } finally {
      archive.close();
    }
  } catch (error) {
    throw asDocxError(error);
  }
}

async function refuseOtherFiles(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.equals(COMPOUND_SIGNATURE)) throw new DocxError("encrypted");
    if (!buffer.equals(ZIP_SIGNATURE)) throw new DocxError("not_docx");
  } finally {
    await file.close();
  }
}

async function readParts(archive: ZipArchive): Promise<Map<string, Buffer>> {
  const names = archive.names.filter((name) => !name.endsWith("/"));
  if (names.some((name) => /vbaProject|vbaData/i.test(name))) throw new DocxError("macros");
  if (names.some((name) => EMBEDDED.test(name))) throw new DocxError("embedded");
  if (!archive.has(MAIN_PART) || !archive.has("[Content_Types].xml"))
    throw new DocxError("not_docx");
  // Word ignores case: a name could hide behind another.
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new DocxError("unsafe");
  const parts = new Map<string, Buffer>();
  let total = 0;
  for (const name of names) {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of archive.read(name)) {
      bytes += chunk.length;
      total += chunk.length;
      if (total > MAX_UNPACKED_BYTES || (isNamedXml(name) && bytes > MAX_XML_BYTES))
        throw new DocxError("too_big");
      chunks.push(chunk);
    }
    parts.set(name, Buffer.concat(chunks));
  }
  return parts;
}
