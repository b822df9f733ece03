import { inflateSync } from "node:zlib";

/** As search and copy see it, through each font's map to Unicode. For our own files. */
export function textOfPdf(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id, body] of pdf.toString("latin1").matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g))
    objects.set(id ?? "", body ?? "");
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values()) {
    for (const [, name, id] of (/\/Font <<([\s\S]*?)>>/.exec(body)?.[1] ?? "").matchAll(
      /\/(F\d+) (\d+) 0 R/g,
    )) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id ?? "") ?? "")?.[1];
      if (name && map) fonts.set(name, unicodeMap(streamOf(objects.get(map) ?? "")));
    }
  }
  const pages: string[] = [];
  for (const body of objects.values()) {
    const content = body.includes("stream") ? streamOf(body) : "";
    if (!/\bBT\b/.test(content)) continue;
    let font: Map<string, string> | undefined;
    let text = "";
    for (const [token] of content.matchAll(/\/F\d+ [\d.]+ Tf|<[0-9a-f]+>|\bET\b/gi)) {
      if (token.startsWith("/")) font = fonts.get(token.slice(1).split(" ")[0] ?? "");
      else if (token === "ET") text += " ";
      else
        for (const glyph of token.slice(1, -1).match(/.{4}/g) ?? [])
          text += font?.get(glyph.toLowerCase()) ?? "\uFFFD";
    }
    pages.push(text);
  }
  return pages.join("\n").replace(/[\s\u00A0]+/g, " ");
}

/** Of every page and form. */
export function streamsOfPdf(pdf: Buffer): string[] {
  return [...pdf.toString("latin1").matchAll(/\d+ 0 obj\s([\s\S]*?)\sendobj/g)].flatMap(
    ([, body = ""]) => (body.includes("stream") ? [streamOf(body)] : []),
  );
}

function streamOf(body: string): string {
  const begins = /stream\r?\n/.exec(body);
  const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
  if (!begins || !length) return "";
  // By its length: one compressed stream in 256 ends in the byte of a line's end.
  const start = begins.index + begins[0].length;
  const bytes = Buffer.from(body.slice(start, start + length), "latin1");
  if (!body.includes("/FlateDecode")) return bytes.toString("latin1");
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    return "";
  }
}

function unicodeMap(cmap: string): Map<string, string> {
  const map = new Map<string, string>();
  const decode = (hex: string) =>
    String.fromCodePoint(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const [, first, , list] of cmap.matchAll(
    /<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*\[([^\]]*)\]/gi,
  )) {
    const start = Number.parseInt(first ?? "0", 16);
    for (const [index, [, hex]] of [...(list ?? "").matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      map.set(
        (start + index).toString(16).padStart(4, "0"),
        decode((hex ?? "").replaceAll(" ", "")),
      );
    }
  }
  return map;
}
