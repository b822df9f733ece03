import { sql } from "kysely";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import {
  WORKMAN_DOCUMENT_TRANSITIONS,
  WORKMAN_DOCUMENT_TYPE,
} from "#contract/workman-documents/workman-document-states.ts";
import { questionnaireFindings } from "#contract/workman-registration/questionnaire-rules.ts";
import { missingDocumentsOf } from "#contract/workman-registration/registration-progress.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { moveRegistration } from "./move-registration.ts";
import { progressOf } from "../presenter.ts";
import type { RegistrationRow } from "../queries.ts";

/** Prevent sending. */
export function findingsOf(row: RegistrationRow): FieldErrors {
  const missing = missingDocumentsOf(progressOf(row));
  const papers: FieldErrors =
    missing.length > 0 && CITIZENSHIP.has(row.values.citizenship)
      ? {
          documents: [
            `Загрузите: ${missing.map((type) => WORKMAN_DOCUMENT_TYPE.titles[type]).join(", ")}`,
          ],
        }
      : {};
  return { ...questionnaireFindings(row.values, row.facts), ...papers };
}

/**
 * A new application: earlier answers concern other data.
 *
 * @throws AppError `invalid` — all that is missing; `conflict` — being checked.
 */
export async function sendRegistration(trx: Trx, row: RegistrationRow, at: Date): Promise<void> {
  const findings = findingsOf(row);
  if (Object.keys(findings).length > 0) throw invalid(findings);
  const action = row.status === "DRAFT" || row.status === "READY" ? "fill" : "correct";
  const ready = await moveRegistration(trx, row, { action, to: "READY", actor: "workman" }, at);
  await moveRegistration(
    trx,
    ready,
    { action: "send", to: "CLIENT_IN_PROCESS", actor: "workman", dueAt: at },
    at,
  );
  await sql`
    UPDATE workman_questionnaires
    SET attempt = attempt + 1, bank_faults = 0, tax_request_id = NULL, is_identified = false
    WHERE workman_id = ${row.id}`.execute(trx);
  await sql`UPDATE workmen SET registration_step = NULL WHERE id = ${row.id}`.execute(trx);
  const check = transition(WORKMAN_DOCUMENT_TRANSITIONS, "check", "system");
  await sql`
    UPDATE workman_documents
    SET ${check.set}
    WHERE workman_id = ${row.id} AND ${check.from}`.execute(trx);
}
