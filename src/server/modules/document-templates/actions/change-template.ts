import { sql } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { DOCUMENT_TEMPLATE_TRANSITIONS } from "#contract/document-templates/document-template-states.ts";
import type { DocumentTemplate } from "#contract/document-templates/document-template.ts";
import type { TemplateType } from "#contract/document-templates/template-fields.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { announceTemplates, loadTemplate, nameOf, presentTemplate } from "../queries.ts";

/**
 * Activating replaces the active one of its type and project.
 *
 * @throws AppError `not_found`; `conflict` — another state.
 */
export async function changeTemplate(
  trx: Trx,
  actor: AccountActor,
  id: number,
  action: "archive" | "activate",
  audit: (record: AuditRecord) => void,
): Promise<DocumentTemplate> {
  await lockUntilCommit(trx, "documentTemplates", actor.accountId);
  const row = await loadTemplate(trx, actor, id, true);
  const move = transition(DOCUMENT_TEMPLATE_TRANSITIONS, action, "account");
  if (!canTransit(DOCUMENT_TEMPLATE_TRANSITIONS, action, row.state, "account"))
    throw conflict(
      action === "archive"
        ? "В архив убирают только действующий шаблон. Обновите страницу"
        : "Ввести в действие можно только шаблон из архива. Обновите страницу",
    );
  if (action === "activate")
    await archiveActive(trx, actor.accountId, row.type, row.project?.id ?? null);
  await sql`
    UPDATE document_templates
    SET ${move.set}
    WHERE account_id = ${actor.accountId} AND id = ${id} AND ${move.from}`.execute(trx);
  await announceTemplates(trx, actor.accountId, [id]);
  audit({
    event: action === "archive" ? "document_template.archived" : "document_template.activated",
    object: { type: "document-template", id, title: nameOf(row) },
  });
  return presentTemplate(await loadTemplate(trx, actor, id), actor);
}

/** Needs the lock of the company's templates. */
export async function archiveActive(
  trx: Trx,
  accountId: number,
  type: TemplateType,
  projectId: number | null,
): Promise<void> {
  const archive = transition(DOCUMENT_TEMPLATE_TRANSITIONS, "archive", "account");
  await sql`
    UPDATE document_templates
    SET ${archive.set}
    WHERE account_id = ${accountId}
      AND type = ${type}
      AND project_id IS NOT DISTINCT FROM ${projectId}::integer
      AND ${archive.from}`.execute(trx);
}
