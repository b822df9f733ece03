import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { cleanError } from "#contract/workman-registration/clean-message.ts";
import {
  REGISTRATION_STATUS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import type { WorkmanState } from "#contract/workmen/workman-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { moveRegistration } from "./actions/move-registration.ts";

export interface Waiting {
  readonly id: number;
  readonly personId: number;
  readonly status: RegistrationStatus;
  readonly state: WorkmanState;
  readonly attempt: number;
  readonly statusSince: Date | null;
  readonly bankFailures: number;
  readonly taxRequestId: string | null;
}

/** Unless outdated. */
export type WriteAnswer = (trx: Trx) => Promise<void>;

const MINUTE_MS = 60_000;
const AGAIN_AFTER_MS = 10 * MINUTE_MS;
/** Source: `domain.md` §2.7, «after 3 bank faults→ERROR (support)». */
const MOST_BANK_FAILURES = 3;

/**
 * The questionnaire may have been sent again during the call.
 *
 * @returns `null` when outdated.
 */
export async function lockWaiting(trx: Trx, row: Waiting): Promise<Waiting | null> {
  const { rows } = await sql<Waiting>`
    SELECT w.id, w.person_id AS "personId", w.registration_status AS status, w.state, q.attempt,
      q.status_since AS "statusSince", q.bank_faults AS "bankFailures",
      q.tax_request_id AS "taxRequestId"
    FROM workmen w JOIN workman_questionnaires q ON q.workman_id = w.id
    WHERE w.id = ${row.id}
      AND w.registration_status = ${row.status}
      AND q.attempt = ${row.attempt}
      AND q.tax_request_id IS NOT DISTINCT FROM ${row.taxRequestId}
    FOR NO KEY UPDATE OF w`.execute(trx);
  return rows[0] ?? null;
}

/** Often while the person watches. */
export async function postponeNextQuestion(
  trx: Trx,
  row: Waiting,
  at: Date,
  pauseMs?: number,
): Promise<void> {
  const ageMs = row.statusSince === null ? 0 : at.getTime() - row.statusSince.getTime();
  const pause = pauseMs ?? Math.min(MINUTE_MS, Math.max(2000, ageMs / 10));
  await sql`
    UPDATE workman_questionnaires
    SET due_at = ${new Date(at.getTime() + pause)}
    WHERE workman_id = ${row.id}`.execute(trx);
}

/** Before the answer is stored. */
export async function resumeRegistration(
  trx: Trx,
  row: Waiting,
  to: "CLIENT_IN_PROCESS" | "SMZ_IN_PROCESS" | "SMZ_REQUEST_IN_PROGRESS",
  at: Date,
): Promise<Waiting> {
  if (row.status !== "CLIENT_ERROR" && row.status !== "SMZ_ERROR") return row;
  return {
    ...(await moveRegistration(trx, row, { action: "retry", to, actor: "system", dueAt: at }, at)),
    statusSince: at,
  };
}

/** A service's fault: retried; the bank's third goes to support. */
export async function failForNow(
  trx: Trx,
  events: ProductEventBus,
  row: Waiting,
  error: string,
  at: Date,
): Promise<void> {
  const again = new Date(at.getTime() + AGAIN_AFTER_MS);
  if (row.status === "CLIENT_IN_PROCESS") {
    const findings = row.bankFailures + 1;
    const failed = await moveRegistration(
      trx,
      row,
      { action: "answerClient", to: "CLIENT_ERROR", actor: "system", error, dueAt: again },
      at,
    );
    await sql`
      UPDATE workman_questionnaires SET bank_faults = ${findings} WHERE workman_id = ${row.id}`.execute(
      trx,
    );
    if (findings < MOST_BANK_FAILURES) return;
    await moveRegistration(
      trx,
      failed,
      { action: "giveUp", to: "ERROR", actor: "system", error },
      at,
    );
    return notify(trx, events, row, "ERROR", error, at);
  }
  const action = row.status === "SMZ_REQUEST_IN_PROGRESS" ? "answerSmzRequest" : "answerSmz";
  await moveRegistration(
    trx,
    row,
    { action, to: "SMZ_ERROR", actor: "system", error, dueAt: again },
    at,
  );
}

/** The data must be corrected. */
export async function refuse(
  trx: Trx,
  events: ProductEventBus,
  row: Waiting,
  to: "CLIENT_INVALID" | "SMZ_INVALID" | "SMZ_REQUEST_ERROR",
  message: string,
  at: Date,
): Promise<void> {
  const action =
    to === "CLIENT_INVALID"
      ? "answerClient"
      : row.status === "SMZ_REQUEST_IN_PROGRESS"
        ? "answerSmzRequest"
        : "answerSmz";
  await moveRegistration(trx, row, { action, to, actor: "system", message }, at);
  await notify(trx, events, row, to, message, at);
}

/** The person may have left the screen. */
export async function notify(
  trx: Trx,
  events: ProductEventBus,
  row: Pick<Waiting, "personId">,
  status: RegistrationStatus,
  message: string | null,
  at: Date,
): Promise<void> {
  const text =
    status === "SMZ_VALID"
      ? "Статус самозанятого получен. Откройте «Мой налог» и разрешите доступ платформе"
      : `${cleanError(message) ?? "Подробности в анкете"}. Откройте анкету: в ней сказано, что делать`;
  await events.publish(trx, "notice.wanted", {
    personId: row.personId,
    accountId: null,
    type: NOTICE_TYPES.TaxAuthorityNotice.id,
    resource: { title: REGISTRATION_STATUS.titles[status], text },
    at,
  });
}
