import { sql } from "kysely";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import {
  checkStart,
  questionnaireFindings,
} from "#contract/workman-registration/questionnaire-rules.ts";
import type { Questionnaire } from "#contract/workman-registration/questionnaire.ts";
import {
  REGISTRATION_DRAFT,
  REGISTRATION_EDITABLE,
} from "#contract/workman-registration/registration-states.ts";
import { TAX_ACTIVITIES } from "#contract/workman-registration/tax-activities.ts";
import { TAX_REGIONS } from "#contract/workman-registration/tax-regions.ts";
import { workmanRegistrationEndpoints as endpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { SMZ_TRANSITIONS } from "#contract/workman-taxes/smz-states.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { setStates, requestStatusCheck } from "#server/money/workman-taxes/index.ts";
import { loadMyWorkmanInfo } from "#server/modules/workmen/index.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { mergeAnswers } from "../merge-answers.ts";
import { presentProfile } from "../presenter.ts";
import { loadRegistration, type RegistrationRow } from "../queries.ts";
import { sendRegistration } from "../actions/send-registration.ts";
import { writeAnswers } from "../actions/write-answers.ts";

export function serveProfile(serve: Serve, { clock, secrets }: Platform): void {
  const load = (trx: Trx, workmanId: number, lock = false) =>
    loadRegistration(trx, secrets, workmanId, clock.now(), lock);

  serve(endpoints.profile, async ({ actor, trx }) =>
    presentProfile(await load(trx, actor.workmanId)),
  );

  serve(endpoints.updateProfile, async ({ actor, body, trx, audit }) => {
    const row = await load(trx, actor.workmanId, true);
    if (!REGISTRATION_EDITABLE.includes(row.status))
      throw conflict(
        REGISTRATION_DRAFT.includes(row.status)
          ? "Заполните анкету по шагам"
          : "Данные проверяются. Исправить их можно после ответа",
      );
    if (row.state === "BLOCKED" || row.state === "DELETED")
      throw conflict("Профиль заблокирован. Обратитесь в поддержку");
    const values = mergeAnswers(row.values, body);
    const findings = questionnaireFindings(values, row.facts);
    if (row.status === "COMPLETE") Object.assign(findings, codedFindings(row.values, values));
    if (Object.keys(findings).length > 0) throw invalid(findings);
    await writeAnswers(trx, secrets, row, values, null, clock.now());
    const at = clock.now();
    if (row.status === "COMPLETE") await checkIdentity(trx, row, values, at);
    else await sendRegistration(trx, await load(trx, row.id), at);
    audit({
      event: row.status === "COMPLETE" ? "registration.saved" : "registration.sent",
      object: { type: "workman", id: row.id, title: actor.name },
    });
    return presentProfile(await load(trx, row.id));
  });

  serve(endpoints.regions, async ({ query }) => ({
    items: TAX_REGIONS.filter(({ title }) => matches(title, query.search)),
  }));

  serve(endpoints.activities, async ({ query }) => {
    const kinds = TAX_ACTIVITIES.filter(
      ({ title, parentID }) =>
        parentID !== null &&
        (matches(title, query.search) || matches(titleOf(parentID), query.search)),
    );
    const parents = new Set(kinds.map(({ parentID }) => parentID));
    return {
      items: TAX_ACTIVITIES.filter((one) =>
        one.parentID === null ? parents.has(one.id) : kinds.includes(one),
      ),
    };
  });

  serve(workmanEndpoints.changeCitizenship, async ({ actor, body, trx, audit }) => {
    const row = await load(trx, actor.workmanId, true);
    const isDraft = REGISTRATION_DRAFT.includes(row.status);
    if (!isDraft && !REGISTRATION_EDITABLE.includes(row.status))
      throw conflict("Данные проверяются. Сменить гражданство можно после ответа");
    const values = { ...row.values, citizenship: body.citizenshipID };
    const finding = checkStart(values, row.facts)["citizenshipID"];
    if (finding) throw invalid({ citizenshipID: finding });
    await writeAnswers(trx, secrets, row, values, null, clock.now());
    if (row.status === "COMPLETE") await checkIdentity(trx, row, values, clock.now());
    audit({
      event: "workman.citizenship_changed",
      object: { type: "workman", id: row.id, title: actor.name },
      before: { citizenship: CITIZENSHIP.titles[row.values.citizenship] },
      after: { citizenship: CITIZENSHIP.titles[values.citizenship] },
    });
    return loadMyWorkmanInfo(trx, actor, clock.now());
  });
}

function matches(title: string, search: string | undefined): boolean {
  return title
    .toLowerCase()
    .replaceAll("ё", "е")
    .includes((search ?? "").trim().toLowerCase().replaceAll("ё", "е"));
}

function titleOf(id: string | null): string {
  return TAX_ACTIVITIES.find((one) => one.id === id)?.title ?? "";
}

/** Changed elsewhere by a code. */
function codedFindings(before: Questionnaire, after: Questionnaire): FieldErrors {
  const isOther = (...fields: (keyof Questionnaire)[]) =>
    fields.some((field) => before[field] !== after[field]);
  return {
    ...(isOther("payoutKind", "bankBik", "accountNumber")
      ? {
          payoutKindID: [
            "Куда получать деньги, меняется в разделе «Способы выплаты» с кодом из СМС",
          ],
        }
      : {}),
    ...(isOther("email")
      ? { email: ["E-mail меняется в разделе «Профиль пользователя» с кодом"] }
      : {}),
  };
}

/** Source: `domain.md` §2.7, «ACTIVE→MODERATION when passport/ИНН/citizenship changes». */
async function checkIdentity(
  trx: Trx,
  row: RegistrationRow,
  values: Questionnaire,
  at: Date,
): Promise<void> {
  const identityOf = ({
    inn,
    citizenship,
    passport,
    lastName,
    firstName,
    middleName,
    birthDate,
  }: Questionnaire) =>
    JSON.stringify([inn, citizenship, passport, lastName, firstName, middleName, birthDate]);
  if (values.inn !== row.values.inn) {
    await setStates(trx, new Map([[row.id, SMZ_TRANSITIONS.reset.to[0]]]));
    await requestStatusCheck(trx, row.id, at);
  }
  const isOther = identityOf(values) !== identityOf(row.values);
  const action = row.state === "REJECTED" ? "submit" : isOther ? "changeIdentity" : null;
  if (action === null || !canTransit(WORKMAN_TRANSITIONS, action, row.state, "workman")) return;
  const move = transition(WORKMAN_TRANSITIONS, action, "workman");
  await sql`
    UPDATE workmen
    SET ${move.set}, error = NULL
    WHERE id = ${row.id} AND ${move.from}`.execute(trx);
  // The bank identified the former data.
  await sql`
    UPDATE workman_questionnaires SET is_identified = false WHERE workman_id = ${row.id}`.execute(
    trx,
  );
  await announce(trx, { to: `person:${row.personId}`, resource: "workman" });
}
