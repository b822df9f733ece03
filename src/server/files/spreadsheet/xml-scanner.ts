import { SpreadsheetError } from "./spreadsheet-error.ts";

/** Names without prefix. */
export interface XmlHandler {
  /** `tag` is valid during the call only. */
  open(name: string, tag: XmlTag): void;
  close(name: string): void;
  text(text: string): void;
}

/** Matches a whole element in its usual form; others are scanned. Texts keep their entities. */
export interface XmlShortcut {
  pattern: RegExp;
  /** The pattern is tried only there. */
  firstLetter: number;
  take(match: RegExpExecArray): void;
}

const MAX_TAG_CHARACTERS = 1024 * 1024;

/**
 * Builds no tree. Rejects a document type, so entities cannot multiply; readers check closing tags.
 * Decision: `saxes` alone took longer than the whole reading.
 */
export class XmlScanner {
  private buffer = "";
  /** Doubles before unfinished markup is retried: else long ones take quadratic time. */
  private enough = 0;
  private readonly tag = new XmlTag();
  private readonly handler: XmlHandler;
  private readonly shortcut: XmlShortcut | null;

  constructor(handler: XmlHandler, shortcut: XmlShortcut | null = null) {
    this.handler = handler;
    this.shortcut = shortcut;
  }

  /** @throws SpreadsheetError for a document type, a NUL or endless markup. */
  write(chunk: string): void {
    if (chunk.includes("\u0000")) throw new SpreadsheetError("damaged");
    this.buffer = this.buffer === "" ? chunk : this.buffer + chunk;
    if (this.buffer.length >= this.enough) this.scan();
  }

  /** After the last piece. */
  end(): void {
    if (this.enough > 0) this.scan();
  }

  private scan(): void {
    const { buffer } = this;
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
    this.enough = this.buffer.length * 2;
    if (this.buffer.length > MAX_TAG_CHARACTERS) throw new SpreadsheetError("damaged");
  }

  /** @returns place after the markup; −1: incomplete. */
  private readMarkup(buffer: string, open: number): number {
    const code = buffer.charCodeAt(open + 1);
    if (this.shortcut !== null && code === this.shortcut.firstLetter) {
      const { pattern } = this.shortcut;
      pattern.lastIndex = open;
      const match = pattern.exec(buffer);
      if (match !== null) {
        this.shortcut.take(match);
        return pattern.lastIndex;
      }
    }
    if (code === 0x21) return this.readDeclaration(buffer, open);
    if (code === 0x3f) return after(buffer, "?>", open);
    if (code === 0x2f) {
      const end = buffer.indexOf(">", open);
      if (end !== -1) this.handler.close(readName(buffer, open + 2, end));
      return end === -1 ? -1 : end + 1;
    }
    const end = findTagEnd(buffer, open);
    if (end === -1) return -1;
    const isEmpty = buffer.charCodeAt(end - 1) === 0x2f;
    const tagEnd = isEmpty ? end - 1 : end;
    let nameEnd = open + 1;
    while (nameEnd < tagEnd && buffer.charCodeAt(nameEnd) > 0x20) nameEnd += 1;
    const name = readName(buffer, open + 1, nameEnd);
    this.handler.open(name, this.tag.at(buffer, nameEnd, tagEnd));
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

/** Lazy, without copying. */
export class XmlTag {
  private buffer = "";
  private start = 0;
  private end = 0;

  at(buffer: string, start: number, end: number): this {
    this.buffer = buffer;
    this.start = start;
    this.end = end;
    return this;
  }

  /** Null when absent. */
  attribute(name: string): string | null {
    const { buffer, end } = this;
    let at = this.start;
    while (at < end) {
      while (at < end && buffer.charCodeAt(at) <= 0x20) at += 1;
      let nameStart = at;
      for (
        let code = buffer.charCodeAt(at);
        at < end && code !== 0x3d && code > 0x20;
        code = buffer.charCodeAt(at)
      ) {
        at += 1;
        if (code === 0x3a) nameStart = at;
      }
      const nameEnd = at;
      while (at < end && buffer.charCodeAt(at) !== 0x22 && buffer.charCodeAt(at) !== 0x27) at += 1;
      if (at >= end) return null;
      const close = buffer.indexOf(buffer.charAt(at), at + 1);
      if (close === -1 || close > end) return null;
      if (nameEnd - nameStart === name.length && buffer.startsWith(name, nameStart))
        return decodeEntities(buffer.slice(at + 1, close));
      at = close + 1;
    }
    return null;
  }
}

export function scanXml(text: string, handler: Partial<XmlHandler>): void {
  const nothing = () => undefined;
  const scanner = new XmlScanner({ open: nothing, close: nothing, text: nothing, ...handler });
  scanner.write(text);
  scanner.end();
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** For a shortcut's texts. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi,
    (whole, decimal, hexadecimal, name) => {
      if (typeof name === "string") return NAMED[name] ?? whole;
      const code =
        typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : "";
    },
  );
}

/** Avoids allocations. */
const SHORT_NAMES = new Map<number, string>(
  ["c", "v", "t", "f", "r"].map((name) => [name.charCodeAt(0), name]),
);

function readName(buffer: string, start: number, end: number): string {
  if (end - start === 1) {
    const known = SHORT_NAMES.get(buffer.charCodeAt(start));
    if (known !== undefined) return known;
  }
  const name = buffer.slice(start, end).trimEnd();
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function after(buffer: string, mark: string, from: number): number {
  const at = buffer.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

/** Linear. */
function findTagEnd(buffer: string, open: number): number {
  let end = buffer.indexOf(">", open + 1);
  let at = open + 1;
  while (end !== -1) {
    const quote = findQuote(buffer, at, end);
    if (quote === -1) return end;
    const close = buffer.indexOf(buffer.charAt(quote), quote + 1);
    if (close === -1) return -1;
    at = close + 1;
    if (end < at) end = buffer.indexOf(">", at);
  }
  return -1;
}

function findQuote(buffer: string, from: number, to: number): number {
  for (let index = from; index < to; index += 1) {
    const code = buffer.charCodeAt(index);
    if (code === 0x22 || code === 0x27) return index;
  }
  return -1;
}
