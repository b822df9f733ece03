import type {
  DocumentBlock,
  Paragraph,
  TextRun,
} from "#contract/document-templates/document-block.ts";
import { scanXml } from "#server/files/spreadsheet/xml-scanner.ts";
import { DocxError } from "./docx-error.ts";
import { DocxNumbering, levelOf } from "./docx-numbering.ts";
import type { DocxParts } from "./docx-parts.ts";

/** Two contracts of a hundred pages. */
const MAX_CHARACTERS = 400_000;
const MAX_PARAGRAPHS = 10_000;
const ALIGN: Readonly<Record<string, Paragraph["align"]>> = {
  center: "center",
  right: "right",
  end: "right",
  both: "justify",
};

/** In reading order: headers, body, footnotes, footers. */
export function readBlocks(parts: DocxParts): DocumentBlock[] {
  const numbering = new DocxNumbering(parts.get("word/numbering.xml")?.toString("utf8") ?? "");
  const ordered = [
    ...named(parts, /^word\/header\d*\.xml$/),
    "word/document.xml",
    ...named(parts, /^word\/footnotes\.xml$/),
    ...named(parts, /^word\/footer\d*\.xml$/),
  ];
  const seen = new Set<string>();
  const blocks: DocumentBlock[] = [];
  for (const name of ordered) {
    const own = new BlockReader(numbering).read(parts.get(name)?.toString("utf8") ?? "");
    // The first page's header often repeats the others.
    const text = name === "word/document.xml" ? name : JSON.stringify(own);
    if (seen.has(text) || (name !== "word/document.xml" && !own.some(hasText))) continue;
    seen.add(text);
    blocks.push(...own);
  }
  refuseEndless(blocks);
  return blocks;
}

function named(parts: DocxParts, pattern: RegExp): string[] {
  return [...parts.keys()].filter((name) => pattern.test(name)).sort();
}

function hasText(block: DocumentBlock): boolean {
  return paragraphsOf(block).some(({ runs }) => runs.some(({ text }) => text.trim() !== ""));
}

export function paragraphsOf(block: DocumentBlock): Paragraph[] {
  return block.kind === "paragraph" ? [block] : block.rows.flat(2);
}

function refuseEndless(blocks: readonly DocumentBlock[]): void {
  const paragraphs = blocks.flatMap(paragraphsOf);
  const characters = paragraphs.reduce(
    (sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0),
    0,
  );
  if (paragraphs.length > MAX_PARAGRAPHS || characters > MAX_CHARACTERS)
    throw new DocxError("too_big");
}

interface Draft {
  align: Paragraph["align"];
  level: number;
  list: { id: string; level: number } | null;
  runs: TextRun[];
}

class BlockReader {
  private readonly blocks: DocumentBlock[] = [];
  private readonly paragraphs: Draft[] = [];
  /** The outermost table. */
  private table: Paragraph[][][] | null = null;
  private tableDepth = 0;
  /** A drawing's copy for old programs. */
  private fallbackDepth = 0;
  private isInParagraphFacts = false;
  private isText = false;
  private bold = false;
  private italic = false;

  private readonly numbering: DocxNumbering;

  constructor(numbering: DocxNumbering) {
    this.numbering = numbering;
  }

  read(xml: string): DocumentBlock[] {
    scanXml(xml, {
      open: (tag, attributes) => this.open(tag, attributes.attribute("val"), attributes),
      close: (tag) => this.close(tag),
      text: (text) => {
        if (this.isText && this.fallbackDepth === 0) this.add(text);
      },
    });
    return this.blocks;
  }

  private open(
    tag: string,
    value: string | null,
    attributes: { attribute(name: string): string | null },
  ): void {
    if (tag === "Fallback") this.fallbackDepth += 1;
    if (this.fallbackDepth > 0) return;
    const draft = this.paragraphs.at(-1);
    if (tag === "p") this.paragraphs.push({ align: "left", level: 0, list: null, runs: [] });
    else if (tag === "pPr") this.isInParagraphFacts = true;
    else if (tag === "r") this.bold = this.italic = false;
    else if (tag === "t") this.isText = true;
    else if (tag === "tab" && !this.isInParagraphFacts) this.add(" ");
    else if ((tag === "br" || tag === "cr") && !this.isInParagraphFacts) this.add("\n");
    else if (tag === "noBreakHyphen") this.add("-");
    else if (tag === "b" && !this.isInParagraphFacts) this.bold = isOn(value);
    else if (tag === "i" && !this.isInParagraphFacts) this.italic = isOn(value);
    else if (tag === "tbl") {
      this.tableDepth += 1;
      if (this.tableDepth === 1) this.table = [];
    } else if (tag === "tr" && this.tableDepth === 1) this.table?.push([]);
    else if (tag === "tc" && this.tableDepth === 1) this.table?.at(-1)?.push([]);
    else if (draft && this.isInParagraphFacts) describe(draft, tag, value, attributes);
  }

  private close(tag: string): void {
    if (tag === "Fallback") this.fallbackDepth -= 1;
    else if (this.fallbackDepth > 0) return;
    else if (tag === "t") this.isText = false;
    else if (tag === "pPr") this.isInParagraphFacts = false;
    else if (tag === "p") this.finish();
    else if (tag === "tbl") {
      this.tableDepth -= 1;
      if (this.tableDepth === 0 && this.table) {
        this.blocks.push({ kind: "table", rows: this.table });
        this.table = null;
      }
    }
  }

  private add(text: string): void {
    const draft = this.paragraphs.at(-1);
    if (!draft) return;
    const last = draft.runs.at(-1);
    if (last && last.bold === this.bold && last.italic === this.italic) last.text += text;
    else draft.runs.push({ text, bold: this.bold, italic: this.italic });
  }

  private finish(): void {
    const draft = this.paragraphs.pop();
    if (!draft) return;
    const marker = draft.list === null ? "" : this.numbering.next(draft.list.id, draft.list.level);
    const paragraph: Paragraph = {
      kind: "paragraph",
      align: draft.align,
      level: draft.level,
      marker,
      runs: joinPlaceholders(draft.runs),
    };
    const cell = this.table?.at(-1)?.at(-1);
    if (cell) cell.push(paragraph);
    else this.blocks.push(paragraph);
  }
}

function isOn(value: string | null): boolean {
  return value === null || !/^(0|false|off)$/i.test(value);
}

function describe(
  draft: Draft,
  tag: string,
  value: string | null,
  attributes: { attribute(name: string): string | null },
): void {
  if (tag === "jc") draft.align = ALIGN[value ?? ""] ?? "left";
  else if (tag === "pStyle")
    draft.level = Number(
      /^(?:heading|заголовок)?\s*([1-3])$/i.exec(value ?? "")?.[1] ??
        (/^(title|название)$/i.test(value ?? "") ? 1 : 0),
    );
  else if (tag === "outlineLvl") draft.level = Math.min(levelOf(value) + 1, 3);
  else if (tag === "ilvl") draft.list = { id: draft.list?.id ?? "", level: levelOf(value) };
  else if (tag === "numId")
    draft.list = { id: attributes.attribute("val") ?? "", level: draft.list?.level ?? 0 };
}

/** Word splits `{{поле}}` into runs: it goes to the run where it begins. */
function joinPlaceholders(runs: readonly TextRun[]): TextRun[] {
  const text = runs.map((run) => run.text).join("");
  if (!text.includes("{{")) return [...runs];
  const places = [...text.matchAll(/\{\{[^{}]*\}\}/g)];
  let place = 0;
  // Behind the placeholder that the run would cut.
  const startAfter = (offset: number) => {
    for (; place < places.length; place += 1) {
      const { index, 0: field } = places[place] as RegExpExecArray;
      if (offset < index + field.length) return offset > index ? index + field.length : offset;
    }
    return offset;
  };
  let [offset, start] = [0, 0];
  const joined: TextRun[] = [];
  for (const run of runs) {
    offset += run.text.length;
    const end = startAfter(offset);
    if (end > start) joined.push({ ...run, text: text.slice(start, end) });
    start = end;
  }
  return joined;
}
