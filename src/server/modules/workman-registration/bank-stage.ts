import { sql } from "kysely";
import { CITIZENSHIP_RULES } from "#contract/definitions/citizenships.ts";
import { WORKMAN_DOCUMENT_TRANSITIONS } from "#contract/workman-documents/workman-document-states.ts";
import type { BankClient, BankClientResult } from "#server/integrations/bank/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { enterModeration } from "./actions/enter-moderation.ts";
import { moveRegistration } from "./actions/move-registration.ts";
import {
  failForNow,
  lockWaiting,
  refuse,
  resumeRegistration,
  postponeNextQuestion,
  type Waiting,
  type WriteAnswer,
} from "./outside-answers.ts";
import { loadRegistration, type RegistrationRow } from "./queries.ts";

/** A lost application is submitted again under its id. */
export async function askBank(platform: Platform, row: Waiting, at: Date): Promise<WriteAnswer> {
  const applicationId = `registration-${row.id}-${row.attempt}-${row.bankFailures}`;
  const [known] = await platform.bank.clientResults([applicationId]);
  const result =
    known === undefined || known.status === "UNKNOWN"
      ? await platform.bank.submitClient(
          clientOf(
            applicationId,
            await loadRegistration(platform.db, platform.secrets, row.id, at),
          ),
        )
      : known;
  return async (trx) => {
    const locked = await lockWaiting(trx, row);
    if (locked)
      await settle(
        platform,
        trx,
        await resumeRegistration(trx, locked, "CLIENT_IN_PROCESS", at),
        result,
        at,
      );
  };
}

async function settle(
  { events }: Platform,
  trx: Trx,
  row: Waiting,
  result: BankClientResult,
  at: Date,
): Promise<void> {
  if (result.status === "INVALID")
    return refuse(trx, events, row, "CLIENT_INVALID", result.message, at);
  if (result.status === "ERROR") return failForNow(trx, events, row, result.message, at);
  if (result.status !== "VALID") return postponeNextQuestion(trx, row, at);
  const { rows } = await sql<{ isSelfEmployed: boolean }>`
    UPDATE workman_questionnaires q
    SET is_identified = true, bank_faults = 0
    FROM workmen w
    WHERE q.workman_id = ${row.id} AND w.id = q.workman_id
    RETURNING w.taxpayer_type IN ('SMZ', 'IP_SMZ') AS "isSelfEmployed"`.execute(trx);
  // The bank has checked passport and account.
  const approve = transition(WORKMAN_DOCUMENT_TRANSITIONS, "approve", "system");
  await sql`
    UPDATE workman_documents
    SET ${approve.set}
    WHERE workman_id = ${row.id} AND type = 'passport' AND ${approve.from}`.execute(trx);
  await sql`
    UPDATE workman_payment_accounts
    SET confirmed_at = ${at}
    WHERE workman_id = ${row.id} AND confirmed_at IS NULL`.execute(trx);
  const valid = await moveRegistration(
    trx,
    row,
    { action: "answerClient", to: "CLIENT_VALID", actor: "system" },
    at,
  );
  if (rows[0]?.isSelfEmployed)
    return void (await moveRegistration(
      trx,
      valid,
      { action: "bindSmz", to: "SMZ_IN_PROCESS", actor: "system", dueAt: at },
      at,
    ));
  await enterModeration(trx, valid);
  await moveRegistration(trx, valid, { action: "complete", to: "COMPLETE", actor: "system" }, at);
}

function clientOf(applicationId: string, { phone, values }: RegistrationRow): BankClient {
  const {
    inn,
    lastName,
    firstName,
    middleName,
    gender,
    email,
    birthDate,
    birthPlace,
    citizenship,
    passport,
    snils,
    registrationAddress,
    secretWord,
    payoutKind,
    bankBik,
    accountNumber,
  } = values;
  if (inn === null || birthDate === null)
    throw new Error("a questionnaire without a number or a birthday was sent");
  return {
    applicationId,
    phone,
    inn,
    lastName: lastName ?? "",
    firstName: firstName ?? "",
    middleName,
    gender,
    email,
    birthDate,
    birthPlace,
    citizenshipCode: CITIZENSHIP_RULES[citizenship].code,
    passport,
    snils,
    registrationAddress,
    secretWord,
    account:
      payoutKind === "PAYMENT_ACCOUNT" && bankBik !== null && accountNumber !== null
        ? { bik: bankBik, number: accountNumber }
        : null,
  };
}
