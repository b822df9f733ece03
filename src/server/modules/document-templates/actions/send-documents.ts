import { sql } from "kysely";
import type { TemplateSendResult } from "#contract/document-templates/document-template.ts";
import { STANDING_JOB_DOCUMENT_STATES } from "#contract/job-documents/job-document-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { nextId } from "#server/data/next-id.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { announceTemplates, loadTemplate, nameOf } from "../queries.ts";
import { readParties, valuesOf } from "../template-values.ts";

/**
 * The company signs all by one code, then the workmen.
 *
 * @returns documents; workmen left out with reasons.
 * @throws AppError `not_found`; `forbidden` — a user limited to projects; `conflict` — the template
 * is not active.
 */
export async function sendDocuments(
  trx: Trx,
  actor: AccountActor,
  templateId: number,
  given: readonly number[],
  at: Date,
  audit: (record: AuditRecord) => void,
): Promise<TemplateSendResult> {
  // A document without a job belongs to the whole company.
  if (actor.projectIds !== null) throw new AppError("forbidden");
  await refuseBlockedCompany(trx, actor.accountId, "sendDocuments");
  // Concurrent calls wait; the second finds the first's documents.
  const template = await loadTemplate(trx, actor, templateId, true);
  if (template.state !== "ACTIVE")
    throw conflict("Этот шаблон не действует. Введите его в действие и отправьте документы снова");
  const workmanIds = [...new Set(given)];
  const parties = await readParties(trx, actor.accountId, workmanIds);
  const having = await havingAlready(trx, actor.accountId, templateId, workmanIds);
  const failed = workmanIds.flatMap((workmanID) => {
    if (!parties.has(workmanID))
      return [
        {
          workmanID,
          message: "Исполнитель не найден среди ваших избранных или сотрудничество завершено",
        },
      ];
    return having.has(workmanID)
      ? [{ workmanID, message: "Этот документ исполнителю уже отправлен" }]
      : [];
  });
  const documentIDs: number[] = [];
  for (const workmanId of workmanIds) {
    const one = parties.get(workmanId);
    if (!one || having.has(workmanId)) continue;
    const date = moscowDate(at);
    const { rows } = await sql<{ id: bigint }>`
      WITH made AS (SELECT ${nextId("job_documents")} AS id)
      INSERT INTO job_documents (account_id, id, type, state, number, document_date, workman_id,
        created_at)
      SELECT ${actor.accountId}, id, ${template.type}, 'SENT', id::text, ${date}::date,
        ${workmanId}, ${at}
      FROM made
      RETURNING id`.execute(trx);
    const id = Number(rows[0]?.id);
    const values = valuesOf(one, { number: String(id), date });
    await sql`
      INSERT INTO templated_documents (account_id, document_id, template_id, field_values)
      VALUES (${actor.accountId}, ${id}, ${templateId}, ${JSON.stringify(values)}::jsonb)`.execute(
      trx,
    );
    documentIDs.push(id);
  }
  if (documentIDs.length > 0) {
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "job-documents",
      ids: documentIDs,
    });
    await announceTemplates(trx, actor.accountId, [templateId]);
  }
  audit({
    event: "document_template.sent",
    object: { type: "document-template", id: templateId, title: nameOf(template) },
    after: { documentIDs, failed: failed.length },
  });
  return { documentIDs, failed };
}

async function havingAlready(
  trx: Trx,
  accountId: number,
  templateId: number,
  workmanIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ workman_id: number }>`
    SELECT d.workman_id
    FROM templated_documents x
    JOIN job_documents d ON d.account_id = x.account_id AND d.id = x.document_id
    WHERE x.account_id = ${accountId}
      AND x.template_id = ${templateId}
      AND d.workman_id = ANY (${[...workmanIds]}::integer[])
      AND d.state = ANY (${STANDING_JOB_DOCUMENT_STATES}::text[])`.execute(trx);
  return new Set(rows.map((row) => row.workman_id));
}
