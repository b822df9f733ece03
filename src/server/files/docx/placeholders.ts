import type { DocumentBlock, Paragraph } from "#contract/document-templates/document-block.ts";
import { decodeEntities } from "#server/files/spreadsheet/xml-scanner.ts";
import { isXml, type DocxParts } from "./docx-package.ts";
import { normalField } from "./fill-docx.ts";

interface Placeholders {
  /** What stands between `{{` and `}}`, as it is typed. */
  readonly names: readonly string[];
  /** Pieces of text around braces that have no pair. */
  readonly unpaired: readonly string[];
}

/**
 * Everything between braces in all parts of the document, shown or hidden: tags are left out, so
 * pieces of one placeholder meet.
 */
export function placeholdersOf(parts: DocxParts): Placeholders {
  const names = new Set<string>();
  const unpaired = new Set<string>();
  for (const [part, content] of parts) {
    if (!isXml(part)) continue;
    // The end of a paragraph parts placeholders; what a tag says in its attributes is no text.
    const text = decodeEntities(
      content
        .toString("utf8")
        .replace(/<\/w:p>/g, "\n")
        .replace(/<[^>]*>/g, ""),
    );
    const rest = text.replace(/\{\{([^{}\n]*)\}\}/g, (_, name: string) => {
      names.add(name.trim());
      return "";
    });
    for (const [piece] of rest.matchAll(/[^\n{}]{0,20}(\{\{|\}\})[^\n{}]{0,20}/g))
      unpaired.add(piece.trim());
  }
  return { names: [...names], unpaired: [...unpaired] };
}

/**
 * The blocks with values in the places of the fields; a field nothing is known for leaves its place
 * empty.
 */
export function fillBlocks(
  blocks: readonly DocumentBlock[],
  values: Readonly<Record<string, string>>,
): DocumentBlock[] {
  const fill = (paragraph: Paragraph): Paragraph => ({
    ...paragraph,
    runs: paragraph.runs.map((run) => ({
      ...run,
      text: run.text.replace(
        /\{\{([^{}]*)\}\}/g,
        (_, name: string) => values[normalField(name)] ?? "",
      ),
    })),
  });
  return blocks.map((block) =>
    block.kind === "paragraph"
      ? fill(block)
      : { ...block, rows: block.rows.map((row) => row.map((cell) => cell.map(fill))) },
  );
}
