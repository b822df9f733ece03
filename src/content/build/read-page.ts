import { parseDocument } from "yaml";

export type Block =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "link"; readonly label: string; readonly to: string }
  | { readonly kind: "comment"; readonly text: string };

interface FactKinds {
  text: string;
  date: string;
  texts: readonly string[];
  number: number;
}
type FactList = Readonly<Record<string, keyof FactKinds>>;
type Facts<List extends FactList> = { readonly [Name in keyof List]: FactKinds[List[Name]] };

export interface Section {
  readonly id: string;
  readonly heading: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly blocks: readonly Block[];
}

export interface Page<List extends FactList> {
  readonly facts: Facts<List>;
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
}

const FITS: { readonly [Kind in keyof FactKinds]: (value: unknown) => boolean } = {
  text: (value) => typeof value === "string" && value !== "",
  date: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
  texts: (value) => Array.isArray(value) && value.every(FITS.text),
  number: Number.isInteger,
};
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const HEADING = /^## (.+) \{#([a-z0-9]+(?:-[a-z0-9]+)*)\}$/;
const LINK = /^\[([^\]]+)\]\(([^)\s]+)\)$/;
const COMMENT = /^<!-- (.+) -->$/;
/** Markdown that pages do not render: refused. */
const NOT_DRAWN = /^(#|>|\||`|\d+[.)] |[*+] )|\*\*|__|!?\[[^[\]]+\]\(|<\/?[a-z]/;

/**
 * Front matter in YAML, then headings `## Title {#id}`, paragraphs, lists of `- items`, lone links
 * and comments, separated by blank lines.
 *
 * @param file - only named in errors.
 * @param list - exactly the keys of the front matter.
 * @throws Error with file, line and sentence.
 */
export function readPage<const List extends FactList>(
  file: string,
  source: string,
  list: List,
): Page<List> {
  const [matter, yaml] = FRONT_MATTER.exec(source) ?? failAt(file, 1, "front matter is missing");
  const facts = readFacts(file, yaml ?? "", list);
  const lead: Block[] = [];
  const sections: { id: string; heading: string; line: number; blocks: Block[] }[] = [];
  for (const { line, lines } of chunksOf(source, matter.split("\n").length)) {
    const [first = ""] = lines;
    if (first.startsWith("#")) {
      const [, heading = "", id = ""] =
        HEADING.exec(lines.join("\n")) ?? failAt(file, line, "a heading reads «## Title {#id}»");
      if (sections.some((one) => one.id === id)) failAt(file, line, `a second section #${id}`);
      sections.push({ id, heading, line, blocks: [] });
    } else {
      (sections.at(-1)?.blocks ?? lead).push(blockOf(file, line, lines));
    }
  }
  const empty = sections.find(({ blocks }) => blocks.length === 0);
  if (empty) failAt(file, empty.line, `section #${empty.id} is empty`);
  return { facts, lead, sections };
}

export function failAt(file: string, line: number, sentence: string): never {
  throw new Error(`${file}:${line}: ${sentence}`);
}

function readFacts<List extends FactList>(file: string, source: string, list: List): Facts<List> {
  const document = parseDocument(source);
  const [mistake] = document.errors;
  if (mistake) failAt(file, (mistake.linePos?.[0].line ?? 0) + 1, mistake.message);
  const facts = (document.toJS() ?? {}) as Record<string, unknown>;
  for (const [name, kind] of Object.entries(list))
    if (!FITS[kind](facts[name])) failAt(file, 1, `front matter wants «${name}», a ${kind}`);
  for (const name of Object.keys(facts))
    if (!(name in list)) failAt(file, 1, `front matter has no «${name}»`);
  return facts as Facts<List>;
}

/** With the number of the first line. */
function chunksOf(source: string, firstLine: number): { line: number; lines: string[] }[] {
  const chunks: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, text] of source.split("\n").entries()) {
    if (index + 1 < firstLine) continue;
    if (text === "") isOpen = false;
    else if (isOpen) chunks.at(-1)?.lines.push(text);
    else isOpen = chunks.push({ line: index + 1, lines: [text] }) > 0;
  }
  return chunks;
}

function blockOf(file: string, line: number, lines: readonly string[]): Block {
  const text = lines.join(" ");
  const [, comment] = COMMENT.exec(text) ?? [];
  if (comment !== undefined) return { kind: "comment", text: comment };
  const [, label, to] = LINK.exec(text) ?? [];
  if (label !== undefined && to !== undefined) return { kind: "link", label, to };
  const isList = lines.every((one) => one.startsWith("- "));
  const texts = isList ? lines.map((one) => one.slice(2)) : [text];
  for (const [index, one] of texts.entries()) {
    if (one !== one.trim() || one.includes("  ")) failAt(file, line + index, "needless spaces");
    if (NOT_DRAWN.test(one)) failAt(file, line + index, "Markdown that the pages do not draw");
  }
  return isList ? { kind: "list", items: texts } : { kind: "paragraph", text };
}
