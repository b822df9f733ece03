import { open } from "node:fs/promises";
import { scanXml } from "#server/files/spreadsheet/xml-scanner.ts";
import { ZipArchive } from "#server/files/spreadsheet/zip-archive.ts";
import { asDocxError, DocxError } from "./docx-error.ts";

export type DocxParts = ReadonlyMap<string, Buffer>;

/** Decision: a template is text; ten megabytes of file with pictures unpack to less than this. */
const MAX_UNPACKED_BYTES = 40 * 1024 * 1024;
const MAX_XML_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 200;
const MAIN_PART = "word/document.xml";
const MAIN_TYPE =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/** Content that runs, or that Word opens with another program. */
const EMBEDDED = /^word\/(embeddings|activeX|controls)\/|\.(bin|exe|dll|js|vbs|html?|mht)$/i;
/** Fields that run something or read other files. */
const ACTIVE_FIELD = /\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|MACROBUTTON|IMPORT|LINK|EMBED)\b/i;
const ZIP_SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Protected documents and those of Word 97 are compound files. */
const COMPOUND_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Reads an uploaded docx safely: counts the bytes really unpacked, and rejects macros, embedded
 * objects, links to other files, document types and fields that run something.
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
  const parts = new Map<string, Buffer>();
  let total = 0;
  for (const name of names) {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of archive.read(name)) {
      bytes += chunk.length;
      total += chunk.length;
      if (total > MAX_UNPACKED_BYTES || (isXml(name) && bytes > MAX_XML_BYTES))
        throw new DocxError("too_big");
      chunks.push(chunk);
    }
    parts.set(name, Buffer.concat(chunks));
  }
  return parts;
}

export function isXml(name: string): boolean {
  return name.endsWith(".xml") || name.endsWith(".rels");
}

/** Scans each XML part once for document types, endless nesting and active fields. */
function refuseActiveContent(parts: DocxParts): void {
  const types = parts.get("[Content_Types].xml")?.toString("utf8") ?? "";
  if (/macroEnabled/i.test(types)) throw new DocxError("macros");
  if (!types.includes(MAIN_TYPE)) throw new DocxError("not_docx");
  for (const [name, content] of parts) {
    if (!isXml(name)) continue;
    let depth = 0;
    let isInstruction = false;
    let instructions = "";
    scanXml(content.toString("utf8"), {
      open(tag, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH) throw new DocxError("unsafe");
        if (tag === "altChunk" || tag === "OLEObject" || tag === "control")
          throw new DocxError("embedded");
        if (tag === "Relationship")
          refuseRelationship(
            attributes.attribute("TargetMode"),
            attributes.attribute("Type") ?? "",
          );
        if (tag === "fldSimple" && ACTIVE_FIELD.test(attributes.attribute("instr") ?? ""))
          throw new DocxError("external");
        isInstruction = tag === "instrText";
      },
      close() {
        depth -= 1;
        isInstruction = false;
      },
      text(text) {
        if (isInstruction) instructions += text;
      },
    });
    if (depth !== 0) throw new DocxError("damaged");
    // Formatting may split an instruction into pieces.
    if (ACTIVE_FIELD.test(instructions)) throw new DocxError("external");
  }
}

function refuseRelationship(mode: string | null, type: string): void {
  if (/\/(aFChunk|oleObject|package|control|vbaProject)$/i.test(type))
    throw new DocxError("embedded");
  if (mode === "External" && !type.endsWith("/hyperlink")) throw new DocxError("external");
}
