import type { DocumentBlock, Paragraph } from "#contract/document-templates/document-block.ts";
import type { PdfContent } from "#server/files/render-pdf.ts";

const SIZES = [10, 14, 12, 11] as const;

export function pdfOfBlocks(blocks: readonly DocumentBlock[]): PdfContent[] {
  return blocks.map((block) => (block.kind === "paragraph" ? paragraph(block) : table(block.rows)));
}

function paragraph({ align, level, marker, runs }: Paragraph): PdfContent {
  const text = runs.map((run) => ({
    text: run.text,
    bold: run.bold || level > 0,
    italics: run.italic,
  }));
  return {
    text: [
      ...(marker === "" ? [] : [{ text: `${marker} `, bold: level > 0 }]),
      ...text,
      ...(runs.length === 0 ? [" "] : []),
    ],
    alignment: align,
    fontSize: SIZES[level] ?? 10,
    margin: [0, level > 0 ? 6 : 0, 0, 4],
  };
}

function table(rows: readonly (readonly (readonly Paragraph[])[])[]): PdfContent {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const body = rows.map((row) =>
    Array.from({ length: width }, (_, index) => ({ stack: (row[index] ?? []).map(paragraph) })),
  );
  return {
    table: {
      widths: Array.from({ length: width }, () => "*"),
      body: body.length > 0 ? body : [[""]],
    },
    margin: [0, 4, 0, 8],
  };
}
