import { SpreadsheetError } from "./spreadsheet-error.ts";

/** What the scanner tells; names come without their namespace prefix. */
export interface XmlHandler {
  /** `attributes` is the raw text of the tag after its name: read it with `xmlAttribute` only when needed. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

const MAX_TAG_CHARACTERS = 1024 * 1024;

/**
 * Walks over streamed XML with the engine's string search and builds nothing.
 *
 * Covers what workbooks are made of: elements, texts, CDATA, comments, processing instructions. A document type is refused, so
 * entities can neither reach outside nor multiply. Well-formedness beyond that is the reader's business: it asks for its own
 * closing tags. Decision: this instead of `saxes` on the hot road, because it was measured several times faster there.
 */
export class XmlScanner {
  private buffer = "";
  private readonly handler: XmlHandler;

  constructor(handler: XmlHandler) {
    this.handler = handler;
  }

  write(chunk: string): void {
    const buffer = this.buffer === "" ? chunk : this.buffer + chunk;
    let position = 0;
    for (;;) {
      const open = buffer.indexOf("<", position);
      if (open === -1) break;
      if (open > position) this.handler.text(decodeEntities(buffer.slice(position, open)));
      const next = this.readMarkup(buffer, open);
      if (next === -1) {
        position = open;
        break;
      }
      position = next;
    }
    this.buffer = buffer.slice(position);
    if (this.buffer.length > MAX_TAG_CHARACTERS) throw new SpreadsheetError("damaged");
  }

  /** Position after the markup that starts at `open`, or −1 when its end has not arrived yet. */
  private readMarkup(buffer: string, open: number): number {
    const code = buffer.charCodeAt(open + 1);
    if (code === 0x21) return this.readDeclaration(buffer, open);
    if (code === 0x3f) return after(buffer, "?>", open);
    const end = findTagEnd(buffer, open);
    if (end === -1) return -1;
    if (code === 0x2f) {
      this.handler.close(localName(buffer.slice(open + 2, end).trimEnd()));
      return end + 1;
    }
    const isEmpty = buffer.charCodeAt(end - 1) === 0x2f;
    const tagEnd = isEmpty ? end - 1 : end;
    let nameEnd = open + 1;
    while (nameEnd < tagEnd && buffer.charCodeAt(nameEnd) > 0x20) nameEnd += 1;
    const name = localName(buffer.slice(open + 1, nameEnd));
    this.handler.open(name, nameEnd < tagEnd ? buffer.slice(nameEnd, tagEnd) : "");
    if (isEmpty) this.handler.close(name);
    return end + 1;
  }

  private readDeclaration(buffer: string, open: number): number {
    const start = buffer.slice(open, open + 9);
    if (start.startsWith("<!--")) return after(buffer, "-->", open + 4);
    if (start === "<![CDATA[") {
      const end = buffer.indexOf("]]>", open);
      if (end === -1) return -1;
      this.handler.text(buffer.slice(open + 9, end));
      return end + 3;
    }
    if (start.length < 9 && ("<![CDATA[".startsWith(start) || "<!--".startsWith(start))) return -1;
    throw new SpreadsheetError("unsafe_archive");
  }
}

/** Value of one attribute of a raw tag text, or null; `name` is given without a prefix and matches with any. */
export function xmlAttribute(attributes: string, name: string): string | null {
  let at = attributes.indexOf(name);
  while (at !== -1) {
    const before = attributes.charCodeAt(at - 1);
    let equals = at + name.length;
    while (attributes.charCodeAt(equals) === 0x20) equals += 1;
    if ((before <= 0x20 || before === 0x3a) && attributes.charCodeAt(equals) === 0x3d) {
      let quote = equals + 1;
      while (attributes.charCodeAt(quote) <= 0x20) quote += 1;
      const end = attributes.indexOf(attributes.charAt(quote), quote + 1);
      return end === -1 ? null : decodeEntities(attributes.slice(quote + 1, end));
    }
    at = attributes.indexOf(name, at + 1);
  }
  return null;
}

/** Runs a whole document through a handler. */
export function scanXml(text: string, handler: Partial<XmlHandler>): void {
  const nothing = () => undefined;
  new XmlScanner({ open: nothing, close: nothing, text: nothing, ...handler }).write(text);
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof name === "string") return NAMED[name] ?? whole;
    const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function after(buffer: string, mark: string, from: number): number {
  const at = buffer.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

/** Position of the `>` that ends a tag: one inside a quoted attribute does not. */
function findTagEnd(buffer: string, open: number): number {
  let end = buffer.indexOf(">", open + 1);
  while (end !== -1 && isInsideQuotes(buffer, open, end)) end = buffer.indexOf(">", end + 1);
  return end;
}

function isInsideQuotes(buffer: string, open: number, end: number): boolean {
  let last = end - 1;
  if (buffer.charCodeAt(last) === 0x2f) last -= 1;
  const code = buffer.charCodeAt(last);
  // A tag that ends in a letter or a closing quote, as nearly all do, needs no count.
  if (code === 0x22 && buffer.charCodeAt(last - 1) !== 0x3d) return false;
  let quote = 0;
  for (let index = open; index < end; index += 1) {
    const at = buffer.charCodeAt(index);
    if (quote === 0 && (at === 0x22 || at === 0x27)) quote = at;
    else if (at === quote) quote = 0;
  }
  return quote !== 0;
}
