import { pdfOfBlocks } from "#server/files/docx/blocks-pdf.ts";
import { fillBlocks } from "#server/files/docx/placeholders.ts";
import type { ThreadLine } from "#server/files/read-in-thread.ts";
import { renderForeignPdf } from "#server/files/render-pdf.ts";
import { renderAct, signaturesOf, signingSheet } from "./act-pdf.ts";
import { titleOf } from "./presenter.ts";
import type { DocumentRow } from "./queries.ts";
import { renderPlatformAct } from "./platform-act-pdf.ts";

export function renderDocument(row: DocumentRow, line: ThreadLine): Promise<Buffer> {
  if (row.template) return renderTemplated(row, row.template, line);
  return row.period_start !== null ? renderPlatformAct(row) : renderAct(row);
}

function renderTemplated(
  row: DocumentRow,
  { blocks }: NonNullable<DocumentRow["template"]>,
  line: ThreadLine,
): Promise<Buffer> {
  const content = [
    ...pdfOfBlocks(fillBlocks(blocks, row.field_values ?? {})),
    signaturesOf(row),
    ...signingSheet(row),
  ];
  return renderForeignPdf({ title: titleOf(row), createdAt: row.created_at, content }, line);
}
