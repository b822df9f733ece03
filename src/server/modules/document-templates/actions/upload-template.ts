import { sql } from "kysely";
import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import { DOCX } from "#contract/kernel/uploads.ts";
import {
  JOB_DOCUMENT_TYPE,
  type JobDocumentType,
} from "#contract/job-documents/job-document-states.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, invalid } from "#server/http/app-error.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { archiveActive } from "./change-template.ts";
import { requireTemplateType, type TemplateFile } from "../template-file.ts";
import { announceTemplates, loadTemplate, nameOf, presentTemplate } from "../queries.ts";

interface NewTemplate {
  readonly type: JobDocumentType;
  readonly title?: string;
  readonly projectID?: number;
  readonly activate?: boolean;
}

export interface StoredTemplate extends TemplateFile {
  readonly key: string;
}

/**
 * A file with mistakes becomes REJECTED; a good one replaces the active one, or is archived for
 * review.
 *
 * @throws AppError `invalid` by field.
 */
export async function uploadTemplate(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  file: StoredTemplate,
  given: NewTemplate,
  audit: (record: AuditRecord) => void,
): Promise<DocumentTemplate> {
  const type = requireTemplateType(given.type);
  const projectId = await ownProject(trx, actor, given.projectID);
  const { blocks, fields, problems, rejectReason, upload, key } = file;
  await lockUntilCommit(trx, "documentTemplates", actor.accountId);
  const state = rejectReason ? "REJECTED" : given.activate === false ? "ARCHIVED" : "ACTIVE";
  if (state === "ACTIVE") await archiveActive(trx, actor.accountId, type, projectId);
  const title = given.title?.trim() || titleOf(upload.fileName) || JOB_DOCUMENT_TYPE.titles[type];
  const at = platform.clock.now();
  const { rows } = await sql<{ id: number; version: number }>`
    WITH file AS (
      INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256, storage_key,
        created_at)
      VALUES (${actor.accountId}, ${actor.personId}, ${upload.fileName}, ${DOCX}, ${upload.sizeBytes},
        ${upload.sha256}, ${key}, ${at})
      RETURNING id
    )
    INSERT INTO document_templates (account_id, type, title, project_id, version, state,
      reject_reason, problems, file_id, blocks, fields, created_by, created_at)
    SELECT ${actor.accountId}, ${type}, ${title}, ${projectId}::integer,
      1 + coalesce((SELECT max(version)
        FROM document_templates
        WHERE account_id = ${actor.accountId}
          AND type = ${type}
          AND project_id IS NOT DISTINCT FROM ${projectId}::integer),
        0),
      ${state}, ${rejectReason}, ${problems}::text[], file.id, ${JSON.stringify(blocks)}::jsonb,
        ${fields}::text[], ${actor.personId}, ${at}
      FROM file
    RETURNING id, version`.execute(trx);
  const [made] = rows;
  if (!made) throw new Error("the template was not kept");
  await announceTemplates(trx, actor.accountId, [made.id]);
  audit({
    event: "document_template.uploaded",
    object: {
      type: "document-template",
      id: made.id,
      title: nameOf({ type, title, version: made.version }),
    },
    after: { state, problems: problems.length },
  });
  return presentTemplate(await loadTemplate(trx, actor, made.id), actor);
}

/**
 * Company-wide templates need access to all projects.
 *
 * @throws AppError `forbidden`; `invalid` — field `projectID`.
 */
async function ownProject(
  trx: Trx,
  { accountId, projectIds }: AccountActor,
  id: number | undefined,
): Promise<number | null> {
  if (id === undefined) {
    if (projectIds !== null) throw new AppError("forbidden");
    return null;
  }
  const { rows } =
    await sql`SELECT FROM projects WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
  if (rows.length === 0 || (projectIds !== null && !projectIds.includes(id)))
    throw invalid({ projectID: ["Проект не найден"] });
  return id;
}

function titleOf(fileName: string): string {
  return fileName
    .replace(/\.docx$/i, "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 100);
}
