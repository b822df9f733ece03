import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { DocumentBlock } from "#contract/document-templates/document-block.ts";
import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import {
  DOCUMENT_TEMPLATE_STATE,
  DOCUMENT_TEMPLATE_TRANSITIONS,
  type DocumentTemplateState,
} from "#contract/document-templates/document-template-states.ts";
import type { TemplateField, TemplateType } from "#contract/document-templates/template-fields.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface TemplateRow {
  readonly account_id: number;
  readonly id: number;
  readonly type: TemplateType;
  readonly title: string;
  readonly project: { id: number; title: string } | null;
  readonly version: number;
  readonly state: DocumentTemplateState;
  readonly reject_reason: IdOf<typeof REASONS.documentTemplateReject> | null;
  readonly problems: string[];
  readonly fields: TemplateField[];
  readonly file_name: string;
  readonly storage_key: string;
  readonly author: { id: number; name: string } | null;
  readonly documents_count: number;
  readonly created_at: Date;
}

/** Add WHERE and ORDER. */
export const selectTemplates = (source = sql`document_templates`) => sql<TemplateRow>`
  SELECT t.account_id, t.id, t.type, t.title, t.version, t.state, t.reject_reason, t.problems,
    t.fields, t.created_at, f.name AS file_name, f.storage_key,
    CASE
      WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'title', g.title) END AS project,
        jsonb_build_object('id', p.id, 'name', p.name) AS author,
    (SELECT count(*)::integer
      FROM templated_documents x
      WHERE x.account_id = t.account_id AND x.template_id = t.id) AS documents_count
  FROM ${source} t
  JOIN files f ON f.id = t.file_id
  LEFT JOIN projects g ON g.account_id = t.account_id AND g.id = t.project_id
  LEFT JOIN people p ON p.id = t.created_by`;

/** Limited users see their projects' and the company-wide ones. */
export function templatesWithinReach({ accountId, projectIds }: AccountActor): RawBuilder<unknown> {
  return projectIds === null
    ? sql`t.account_id = ${accountId}`
    : sql`
      t.account_id = ${accountId}
        AND (t.project_id IS NULL OR t.project_id = ANY (${[...projectIds]}::integer[]))`;
}

/** @throws AppError `not_found` — absent or out of reach. */
export async function loadTemplate(
  trx: Trx,
  actor: AccountActor,
  id: number,
  lock = false,
): Promise<TemplateRow> {
  const { rows } = await sql<TemplateRow>`
      ${selectTemplates()}
      WHERE ${templatesWithinReach(actor)} AND t.id = ${id} ${lock ? sql`FOR NO KEY UPDATE OF t` : sql``}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound("Шаблон не найден");
  return rows[0];
}

export async function loadBlocks(
  trx: Trx,
  { account_id, id }: TemplateRow,
): Promise<DocumentBlock[]> {
  const { rows } = await sql<{
    blocks: DocumentBlock[];
  }>`
    SELECT blocks FROM document_templates WHERE account_id = ${account_id} AND id = ${id}`.execute(
    trx,
  );
  return rows[0]?.blocks ?? [];
}

export function presentTemplate(row: TemplateRow, actor: AccountActor): DocumentTemplate {
  const mayManage = may(actor, "document-templates.manage");
  return {
    id: row.id,
    title: row.title,
    type: definitionFor(JOB_DOCUMENT_TYPE, row.type),
    state: definitionFor(DOCUMENT_TEMPLATE_STATE, row.state),
    version: row.version,
    project: row.project,
    rejectReason:
      row.reject_reason && definitionFor(REASONS.documentTemplateReject, row.reject_reason),
    problems: row.problems,
    fileName: row.file_name,
    author: row.author,
    documentsCount: row.documents_count,
    createdAt: row.created_at.toISOString(),
    permissions: {
      archive:
        mayManage && canTransit(DOCUMENT_TEMPLATE_TRANSITIONS, "archive", row.state, "account"),
      activate:
        mayManage && canTransit(DOCUMENT_TEMPLATE_TRANSITIONS, "activate", row.state, "account"),
      send: row.state === "ACTIVE" && actor.projectIds === null && may(actor, "documents.sign"),
    },
  };
}

export function nameOf({
  type,
  title,
  version,
}: Pick<TemplateRow, "type" | "title" | "version">): string {
  return `${title}, ${JOB_DOCUMENT_TYPE.titles[type].toLowerCase()}, версия ${version}`;
}

export async function announceTemplates(trx: Trx, accountId: number, ids: number[]): Promise<void> {
  await announce(trx, { to: `account:${accountId}`, resource: "document-templates", ids });
}
