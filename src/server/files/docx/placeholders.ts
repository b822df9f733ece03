import type { DocumentBlock, Paragraph } from "#contract/document-templates/document-block.ts";
import { scanXml } from "#server/files/spreadsheet/xml-scanner.ts";
import { isXml, type DocxParts } from "./docx-parts.ts";
import { normalField } from "./fill-docx.ts";

interface Placeholders {
  /** Names as typed. */
  readonly names: readonly string[];
  /** Around unpaired braces. */
  readonly unpaired: readonly string[];
}

/** Visible or hidden; without tags the pieces of a split placeholder meet. */
export function placeholdersOf(parts: DocxParts): Placeholders {
  const names = new Set<string>();
  const unpaired = new Set<string>();
  for (const [part, content] of parts) {
    if (!isXml(part, content)) continue;
    const rest = textOf(content.toString("utf8")).replace(
      /\{\{([^{}\n]*)\}\}/g,
      (_, name: string) => {
        names.add(name.trim());
        return "";
      },
    );
    for (const [piece] of rest.matchAll(/[^\n{}]{0,20}(\{\{|\}\})[^\n{}]{0,20}/g))
      unpaired.add(piece.trim());
  }
  return { names: [...names], unpaired: [...unpaired] };
}

/** Paragraphs separate placeholders; attributes are no text. */
function textOf(xml: string): string {
  const pieces: string[] = [];
  scanXml(xml, {
    text: (text) => void pieces.push(text),
    close: (tag) => {
      if (tag === "p") pieces.push("\n");
    },
  });
  return pieces.join("");
}

/** Unknown fields become empty. */
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
