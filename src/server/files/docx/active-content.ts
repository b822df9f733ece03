import { scanXml, type XmlTag } from "#server/files/spreadsheet/xml-scanner.ts";
import { DocxError } from "./docx-error.ts";
import { isXml, MAX_XML_BYTES, type DocxParts } from "./docx-parts.ts";

const MAX_DEPTH = 200;
const MAIN_TYPE =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
/** They run something or read files. */
const ACTIVE_FIELD = /\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|MACROBUTTON|IMPORT|LINK|EMBED)\b/i;
/** Target of a link: first word or quoted text behind the switches. */
const LINK_FIELD =
  /\bHYPERLINK\s*(?=((?:\\(?:[lmot]\s*(?:"[^"]*"|[^"\\\s]+)|[a-z])\s*)*))\1(?:"([^"]*)"|((?!\\)\S+|\\\\\S+))/gi;
const GOOD_LINK = /^\s*(https?:\/\/|mailto:|tel:|#)/i;
/** A scheme or a network path. */
const OUTWARD = /^\s*([a-z][a-z\d+.-]*:|\\\\|\/\/)/i;
const OTHER_ENCODING = /^[^<]{0,3}<\?xml[^>]{0,200}encoding\s*=\s*["'](?!utf-8["'])/i;
/** Never written by Word. */
const BETWEEN_FIELDS = "\f";

/**
 * Refuses document types, endless nesting, active fields, and links elsewhere than to sites,
 * letters and calls.
 *
 * @throws DocxError
 */
export function refuseActiveContent(parts: DocxParts): void {
  const types = parts.get("[Content_Types].xml")?.toString("utf8") ?? "";
  if (/macroEnabled/i.test(types)) throw new DocxError("macros");
  if (!types.includes(MAIN_TYPE)) throw new DocxError("not_docx");
  for (const [name, content] of parts) if (isXml(name, content)) refusePart(content);
}

function refusePart(content: Buffer): void {
  if (content.length > MAX_XML_BYTES) throw new DocxError("too_big");
  const xml = content.toString("utf8");
  // In another encoding Word reads other tags.
  if (OTHER_ENCODING.test(xml.slice(0, 300))) throw new DocxError("unsafe");
  let depth = 0;
  let isInstruction = false;
  let instructions = "";
  scanXml(xml, {
    open(tag, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new DocxError("unsafe");
      if (tag === "altChunk" || tag === "OLEObject" || tag === "control")
        throw new DocxError("embedded");
      if (tag === "Relationship") refuseRelationship(attributes);
      else refuseAttributes(attributes);
      if (tag === "fldChar") instructions += BETWEEN_FIELDS;
      if (tag === "fldSimple") {
        const instruction = attributes.attribute("instr") ?? "";
        refuseActive(instruction);
        refuseLinks(instruction);
      }
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
  // Formatting may split an instruction; an inner field cuts it in two.
  refuseActive(instructions.replaceAll(BETWEEN_FIELDS, ""));
  instructions.split(BETWEEN_FIELDS).forEach(refuseLinks);
}

function refuseRelationship(attributes: XmlTag): void {
  const type = attributes.attribute("Type") ?? "";
  const target = attributes.attribute("Target") ?? "";
  if (/\/(aFChunk|oleObject|package|control|vbaProject)$/i.test(type))
    throw new DocxError("embedded");
  const isOutward =
    /^\s*external\s*$/i.test(attributes.attribute("TargetMode") ?? "") || OUTWARD.test(target);
  if (!isOutward) return;
  if (!type.endsWith("/hyperlink")) throw new DocxError("external");
  if (!GOOD_LINK.test(target)) throw new DocxError("link");
}

/** Old drawings have links in attributes. */
function refuseAttributes(attributes: XmlTag): void {
  const link = attributes.attribute("href");
  if (link !== null && OUTWARD.test(link) && !GOOD_LINK.test(link)) throw new DocxError("link");
  if (OUTWARD.test(attributes.attribute("src") ?? "")) throw new DocxError("external");
}

function refuseActive(instruction: string): void {
  if (ACTIVE_FIELD.test(instruction)) throw new DocxError("external");
}

function refuseLinks(instruction: string): void {
  for (const [, , quoted, bare] of instruction.matchAll(LINK_FIELD)) {
    const target = quoted ?? bare ?? "";
    if (target.trim() !== "" && !GOOD_LINK.test(target)) throw new DocxError("link");
  }
}
