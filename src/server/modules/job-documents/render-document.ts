import { pdfOfBlocks } from "#server/files/docx/blocks-pdf.ts";
import { fillBlocks } from "#server/files/docx/placeholders.ts";
import { renderForeignPdf } from "#server/files/render-pdf.ts";
import { renderAct, signaturesOf, signingSheet } from "./act-pdf.ts";
import { titleOf } from "./presenter.ts";
import type { DocumentRow } from "./queries.ts";
import { renderPlatformAct } from "./platform-act-pdf.ts";

export function renderDocument(row: DocumentRow): Promise<Buffer> {
  if (row.template) return renderTemplated(row, row.template);
  return row.period_start !== null ? renderPlatformAct(row) : renderAct(row);
}

function renderTemplated(
  row: DocumentRow,
  { blocks }: NonNullable<DocumentRow["template"]>,
): Promise<Buffer> {
  return renderForeignPdf({
    title: titleOf(row),
    createdAt: row.created_at,
    content: [
      ...pdfOfBlocks(fillBlocks(blocks, row.field_values ?? {})),
      signaturesOf(row),
      ...signingSheet(row),
    ],
  });
}
