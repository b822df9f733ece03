import { sql } from "kysely";
import { CONSENT_DOCUMENTS } from "#contract/legal-documents/consents.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import {
  checkBase,
  checkStart,
  questionnaireFindings,
  STEP_RULES,
} from "#contract/workman-registration/questionnaire-rules.ts";
import type { Questionnaire } from "#contract/workman-registration/questionnaire.ts";
import type {
  RegistrationProfileUpdate,
  RegistrationStep,
} from "#contract/workman-registration/registration-profile.ts";
import { REGISTRATION_DRAFT } from "#contract/workman-registration/registration-states.ts";
import { workmanRegistrationEndpoints as endpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { addConsents } from "#server/modules/registration/index.ts";
import { askPublicStatus } from "#server/money/workman-taxes/index.ts";
import type { WorkmanActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { mergeAnswers, mergeBase } from "../merge-answers.ts";
import { moveRegistration } from "../actions/move-registration.ts";
import { presentStep, presentSteps } from "../presenter.ts";
import { loadRegistration, type RegistrationRow } from "../queries.ts";
import { findingsOf, sendRegistration } from "../actions/send-registration.ts";
import { writeAnswers } from "../actions/write-answers.ts";

/** Confirmed steps are kept for other devices. */
export function serveSteps(serve: Serve, { clock, secrets }: Platform): void {
  const load = (trx: Trx, actor: WorkmanActor, lock = false) =>
    loadRegistration(trx, secrets, actor.workmanId, clock.now(), lock);
  /** @throws AppError `conflict` — already sent. */
  const loadOpen = async (trx: Trx, actor: WorkmanActor) => {
    const row = await load(trx, actor, true);
    if (!REGISTRATION_DRAFT.includes(row.status))
      throw conflict("Анкета уже отправлена. Дождитесь ответа, потом данные можно исправить");
    return row;
  };
  const objectOf = (actor: WorkmanActor) => ({
    type: "workman",
    id: actor.workmanId,
    title: actor.name,
  });

  serve(endpoints.step, async ({ actor, params, trx }) =>
    presentStep(await load(trx, actor), params.step),
  );
  serve(endpoints.steps, async ({ actor, trx }) => presentSteps(await load(trx, actor)));

  serve(endpoints.saveStart, async ({ actor, body, trx, audit }) => {
    const row = await loadOpen(trx, actor);
    const merged = mergeAnswers(row.values, { inn: body.inn, citizenshipID: body.citizenshipID });
    const values: Questionnaire = { ...merged, taxpayerType: body.taxpayerTypeID };
    refuseFindings(checkStart(values, row.facts));
    await writeAnswers(trx, secrets, row, values, null, clock.now());
    if (row.step === "0") await setStep(trx, row, "2");
    if (values.inn !== null && values.taxpayerType !== "INDIVIDUAL")
      await askPublicStatus(trx, values.inn, clock.now());
    audit({ event: "registration.saved", object: objectOf(actor), after: { step: "start-0" } });
    return presentSteps(await load(trx, actor));
  });

  serve(endpoints.saveBase, async ({ actor, body, trx, audit }) => {
    const row = await loadOpen(trx, actor);
    const values = mergeBase(row.values, body);
    refuseFindings({
      ...checkBase(values, row.facts),
      ...only(checkStart(values, row.facts), ["citizenshipID"]),
    });
    await writeAnswers(trx, secrets, row, values, "base", clock.now());
    if (row.step === "2") await setStep(trx, row, "3");
    audit({ event: "registration.saved", object: objectOf(actor), after: { step: "base" } });
    return presentSteps(await load(trx, actor));
  });

  serve(endpoints.saveStep, async ({ actor, params: { step }, body, trx, audit }) => {
    const row = await loadOpen(trx, actor);
    if (step === "start") {
      if (row.step !== null)
        throw conflict("Сначала подтвердите согласие с документами на последнем шаге анкеты");
      await sendRegistration(trx, row, clock.now());
      audit({ event: "registration.sent", object: objectOf(actor) });
      return presentStep(await load(trx, actor), step);
    }
    const values = mergeAnswers(row.values, body);
    refuseFindings(findingsOfStep(step, values, row, body));
    await writeAnswers(trx, secrets, row, values, step, clock.now());
    if (step === "base" && row.step === "2") await setStep(trx, row, "3");
    const saved = await load(trx, actor);
    if (
      saved.status === "DRAFT" &&
      saved.step === "3" &&
      Object.keys(findingsOf(saved)).length === 0
    )
      await moveRegistration(
        trx,
        saved,
        { action: "fill", to: "READY", actor: "workman" },
        clock.now(),
      );
    audit({ event: "registration.saved", object: objectOf(actor), after: { step } });
    return presentStep(await load(trx, actor), step);
  });

  serve(endpoints.saveFinal, async ({ actor, request, trx, audit }) => {
    const row = await loadOpen(trx, actor);
    const at = clock.now();
    await sendRegistration(trx, row, at);
    await addConsents(trx, row.personId, request, at, Object.values(CONSENT_DOCUMENTS));
    audit({ event: "registration.sent", object: objectOf(actor) });
    return presentSteps(await load(trx, actor));
  });
}

/** Nothing invalid is stored. */
function findingsOfStep(
  step: RegistrationStep,
  values: Questionnaire,
  row: RegistrationRow,
  body: RegistrationProfileUpdate,
): FieldErrors {
  const sent = Object.entries(body).flatMap(([field, value]) =>
    field === "passport" && value !== null && typeof value === "object"
      ? Object.keys(value).map((name) => `passport.${name}`)
      : [field],
  );
  return {
    ...only(questionnaireFindings(values, row.facts), sent),
    ...STEP_RULES[step](values, row.facts),
  };
}

function only(findings: FieldErrors, fields: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(findings).filter(([field]) => fields.includes(field)));
}

function refuseFindings(findings: FieldErrors): void {
  if (Object.keys(findings).length > 0) throw invalid(findings);
}

async function setStep(trx: Trx, row: RegistrationRow, step: string): Promise<void> {
  await sql`UPDATE workmen SET registration_step = ${step} WHERE id = ${row.id}`.execute(trx);
  await announce(trx, { to: `person:${row.personId}`, resource: "workman" });
}
