import { sql } from "kysely";
import type {
  TaxpayerRegistration,
  TaxRegistrationAnswer,
  TaxRegistrationResult,
} from "#server/integrations/tax-service/port.ts";
import { requestBinding } from "#server/money/workman-taxes/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { enterModeration } from "./actions/enter-moderation.ts";
import { moveRegistration } from "./actions/move-registration.ts";
import {
  lockWaiting,
  refuse,
  resumeRegistration,
  notify,
  postponeNextQuestion,
  type Waiting,
  type WriteAnswer,
} from "./outside-answers.ts";
import { loadRegistration, type RegistrationRow } from "./queries.ts";

/** Source: `domain.md` §1.3, «INTERNAL_ERROR». */
const FAILURE_PAUSE_MS = 60_000;

type Deps = Platform;
type Settle = (trx: Trx, row: Waiting) => Promise<void>;

/** Looks up the self-employed, registers others. */
export async function askTaxService(platform: Deps, row: Waiting, at: Date): Promise<WriteAnswer> {
  const isRegistering = row.status === "SMZ_REQUEST_IN_PROGRESS" || row.taxRequestId !== null;
  const settle = isRegistering
    ? await (row.taxRequestId === null
        ? leaveRequest(platform, row, at)
        : readRequest(platform, row, row.taxRequestId, at))
    : await lookUp(platform, row, at);
  return async (trx) => {
    const locked = await lockWaiting(trx, row);
    if (locked)
      await settle(
        trx,
        await resumeRegistration(
          trx,
          locked,
          isRegistering ? "SMZ_REQUEST_IN_PROGRESS" : "SMZ_IN_PROCESS",
          at,
        ),
      );
  };
}

async function lookUp(platform: Deps, row: Waiting, at: Date): Promise<Settle> {
  const { values } = await loadRegistration(platform.db, platform.secrets, row.id, at);
  const [status] = await platform.taxService.taxpayerStatuses([values.inn ?? ""]);
  if (!status || status.error === "INTERNAL_ERROR" || status.error === "PARTNER_DENY")
    return faulted(platform, at);
  if (status.error === null && status.registered)
    return (trx, waiting) => grant(platform, trx, waiting, "answerSmz", at);
  const restriction = await platform.taxService.restriction(values.inn ?? "");
  if (!restriction.allowed)
    return (trx, waiting) =>
      refuse(
        trx,
        platform.events,
        waiting,
        "SMZ_INVALID",
        "ФНС не разрешает вам применять налог на профессиональный доход. Узнайте причину в своей инспекции",
        at,
      );
  return async (trx, waiting) =>
    void (await moveRegistration(
      trx,
      waiting,
      { action: "requestSmz", to: "SMZ_REQUEST_IN_PROGRESS", actor: "system", dueAt: at },
      at,
    ));
}

async function leaveRequest(platform: Deps, row: Waiting, at: Date): Promise<Settle> {
  const answer: TaxRegistrationAnswer = await platform.taxService.requestRegistration(
    taxpayerOf(await loadRegistration(platform.db, platform.secrets, row.id, at)),
  );
  if (answer.status === "ALREADY_REGISTERED")
    return (trx, waiting) => grant(platform, trx, waiting, "answerSmzRequest", at);
  if (answer.status === "SENT") {
    return async (trx, waiting) => {
      await sql`
        UPDATE workman_questionnaires
        SET tax_request_id = ${answer.requestId}
        WHERE workman_id = ${waiting.id}`.execute(trx);
      await postponeNextQuestion(trx, waiting, at, 2000);
    };
  }
  if (answer.error === "INTERNAL_ERROR" || answer.error === "PARTNER_DENY")
    return faulted(platform, at);
  return (trx, waiting) =>
    refuse(
      trx,
      platform.events,
      waiting,
      "SMZ_REQUEST_ERROR",
      answer.message ?? "ФНС не приняла заявку. Проверьте ИНН, имя и паспорт",
      at,
    );
}

async function readRequest(
  platform: Deps,
  row: Waiting,
  requestId: string,
  at: Date,
): Promise<Settle> {
  const [result] = await platform.taxService.registrationResults([requestId]);
  return async (trx, waiting) => {
    const status: TaxRegistrationResult["status"] = result?.status ?? "UNKNOWN";
    if (status === "COMPLETED") return grant(platform, trx, waiting, "answerSmzRequest", at);
    if (result?.status === "FAILED")
      return refuse(trx, platform.events, waiting, "SMZ_INVALID", result.reason, at);
    // Lost: request again.
    if (status === "UNKNOWN")
      await sql`
        UPDATE workman_questionnaires SET tax_request_id = NULL WHERE workman_id = ${waiting.id}`.execute(
        trx,
      );
    return postponeNextQuestion(trx, waiting, at, status === "UNKNOWN" ? 2000 : undefined);
  };
}

function faulted(platform: Deps, at: Date): Settle {
  return async (trx, waiting) => {
    await platform.events.publish(trx, "tax-service.faulted", { at });
    await postponeNextQuestion(trx, waiting, at, FAILURE_PAUSE_MS);
  };
}

/** To moderation; the person is asked to grant access. */
async function grant(
  { events }: Deps,
  trx: Trx,
  row: Waiting,
  action: "answerSmz" | "answerSmzRequest",
  at: Date,
): Promise<void> {
  const valid = await moveRegistration(trx, row, { action, to: "SMZ_VALID", actor: "system" }, at);
  await enterModeration(trx, valid);
  const { rows } = await sql<{
    smz_state: "UNKNOWN";
    status: string | null;
  }>`
    SELECT w.smz_state, b.status
    FROM workmen w
    LEFT JOIN tax_bindings b ON b.workman_id = w.id
    WHERE w.id = ${row.id}`.execute(trx);
  if (rows[0]?.status === "COMPLETED") return completeBound(trx, valid, at);
  await requestBinding(
    trx,
    { id: row.id, person_id: row.personId, smz_state: rows[0]?.smz_state ?? "UNKNOWN" },
    at,
  );
  await notify(trx, events, row, "SMZ_VALID", null, at);
}

export async function completeBound(
  trx: Trx,
  row: Pick<Waiting, "id" | "personId" | "status">,
  at: Date,
): Promise<void> {
  await moveRegistration(trx, row, { action: "complete", to: "COMPLETE", actor: "system" }, at);
}

function taxpayerOf({ phone, values }: RegistrationRow): TaxpayerRegistration {
  const { inn, email, lastName, firstName, middleName, birthDate, passport, regionID, activities } =
    values;
  return {
    inn: inn ?? "",
    phone,
    email,
    lastName: lastName ?? "",
    firstName: firstName ?? "",
    middleName,
    birthDate: birthDate ?? "",
    passportSeries: passport.series,
    passportNumber: passport.number,
    regionId: regionID ?? "",
    activities,
  };
}
