import { StringDecoder } from "node:string_decoder";

import { SpreadsheetError } from "./spreadsheet-error.ts";
import { SPREADSHEET_LIMITS } from "./spreadsheet-rows.ts";
import { decodeEntities, XmlScanner, type XmlHandler, type XmlShortcut } from "./xml-scanner.ts";
import type { ZipArchive } from "./zip-archive.ts";

/** Must fit into the worker's memory. */
const MAX_SHARED = { strings: 1_500_000, characters: 24_000_000 } as const;

export async function readSharedStrings(archive: ZipArchive, path: string): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let current = "";
  let isCapturing = false;
  let isPhonetic = false;
  const append = (text: string) => {
    current += text;
    if (current.length > SPREADSHEET_LIMITS.cellCharacters)
      throw new SpreadsheetError("cell_too_long");
  };
  const finish = () => {
    characters += current.length;
    strings.push(detach(decodeEscapes(current)));
    if (strings.length > MAX_SHARED.strings || characters > MAX_SHARED.characters)
      throw new SpreadsheetError("bomb");
  };
  const handler: XmlHandler = {
    open(name) {
      if (name === "si") current = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isCapturing = !isPhonetic;
    },
    text(text) {
      if (isCapturing) append(text);
    },
    close(name) {
      if (name === "t") isCapturing = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") finish();
    },
  };
  const plainString: XmlShortcut = {
    pattern: /<si><t(?: xml:space="preserve")?>([^<]*)<\/t><\/si>/y,
    firstLetter: 0x73,
    take(match) {
      current = "";
      append(decodeEntities(match[1] ?? ""));
      finish();
    },
  };
  const scanner = new XmlScanner(handler, plainString);
  const decoder = new StringDecoder("utf8");
  for await (const chunk of archive.read(path)) scanner.write(decoder.write(chunk));
  scanner.end();
  return strings;
}

/** `_x000D_`; NUL is dropped. */
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    code === "0000" ? "" : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Copies: a slice keeps its whole chunk alive. */
function detach(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, "utf16le").toString("utf16le");
}
