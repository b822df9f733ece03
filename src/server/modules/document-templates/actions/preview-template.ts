import type { TemplatePreview } from "#contract/document-templates/document-template.ts";
import {
  TEMPLATE_FIELD,
  type TemplateValues,
} from "#contract/document-templates/template-fields.ts";
import { DOCX, PDF } from "#contract/kernel/uploads.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import { partyOf, type AccountActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { pdfOfBlocks } from "#server/files/docx/blocks-pdf.ts";
import { fillBlocks } from "#server/files/docx/placeholders.ts";
import { renderForeignPdf } from "#server/files/render-pdf.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { fillTemplateFile } from "../template-file.ts";
import { loadBlocks, loadTemplate, type TemplateRow } from "../queries.ts";
import { exampleValues, readParties } from "../template-values.ts";

/**
 * With a workman's or example values.
 *
 * @throws AppError `not_found`; `invalid` — field `workmanID`.
 */
export async function previewTemplate(
  { clock }: Platform,
  trx: Trx,
  actor: AccountActor,
  id: number,
  workmanId: number | undefined,
): Promise<TemplatePreview> {
  const row = await loadTemplate(trx, actor, id);
  const { values, workman } = await valuesFor(trx, actor, workmanId, clock.now());
  const fields = row.fields.map((field) => ({
    id: field,
    title: TEMPLATE_FIELD.titles[field],
    value: values[field],
  }));
  return {
    workman,
    fields,
    missing: fields.filter(({ value }) => value === "").map(({ title }) => title),
    blocks: fillBlocks(await loadBlocks(trx, row), values),
  };
}

/**
 * PDF, or a docx with the template's layout.
 *
 * @throws AppError `not_found`, `invalid`; `conflict` — docx of a rejected template.
 */
export async function exampleFile(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  id: number,
  { workmanID, format = "pdf" }: { readonly workmanID?: number; readonly format?: "pdf" | "docx" },
): Promise<FileReply> {
  const row = await loadTemplate(trx, actor, id);
  const { values } = await valuesFor(trx, actor, workmanID, platform.clock.now());
  const name = `${row.title}, образец`;
  if (format === "pdf") {
    const content = pdfOfBlocks(fillBlocks(await loadBlocks(trx, row), values));
    const document = { title: name, createdAt: row.created_at, content };
    return new FileReply(
      `${name}.pdf`,
      PDF,
      await renderForeignPdf(document, { line: "request", of: partyOf(actor) }),
    );
  }
  // Braces of a rejected template may hold more than fields.
  if (row.state === "REJECTED")
    throw conflict(
      "В шаблоне есть ошибки, DOCX по нему не составить. Исправьте файл и загрузите его снова",
    );
  return new FileReply(`${name}.docx`, DOCX, await fillStored(platform, actor, row, values));
}

async function fillStored(
  { files }: Platform,
  actor: AccountActor,
  { storage_key: key }: TemplateRow,
  values: TemplateValues,
): Promise<Buffer> {
  const stored = await files.localPath(key).catch((error: unknown) => {
    throw error instanceof NoSuchFile
      ? conflict("Файл шаблона не найден в хранилище. Загрузите его снова")
      : error;
  });
  try {
    return await fillTemplateFile({ path: stored.path, sender: partyOf(actor) }, values);
  } finally {
    await stored.release();
  }
}

async function valuesFor(trx: Trx, actor: AccountActor, workmanId: number | undefined, at: Date) {
  if (workmanId === undefined) return { values: exampleValues(null, at), workman: null };
  const parties = (await readParties(trx, actor.accountId, [workmanId])).get(workmanId);
  if (!parties) throw invalid({ workmanID: ["Исполнитель не найден среди ваших избранных"] });
  return {
    values: exampleValues(parties, at),
    workman: { id: workmanId, name: parties.workman_name },
  };
}
