import { renderAct } from "./act-pdf.ts";
import type { DocumentRow } from "./document-rows.ts";
import { renderPlatformAct } from "./platform-act-pdf.ts";

/** The paper of a document that has one: see `hasPaper`. */
export function renderDocument(row: DocumentRow): Promise<Buffer> {
  return row.type === "PLATFORM_ACT" ? renderPlatformAct(row) : renderAct(row);
}
