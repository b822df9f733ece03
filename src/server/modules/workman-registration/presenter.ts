import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { requiredDocumentsOf, TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import { cleanError, cleanMessage } from "#contract/workman-registration/clean-message.ts";
import {
  currentStepOf,
  isStepComplete,
  nextStepAfter,
} from "#contract/workman-registration/registration-progress.ts";
import {
  REGISTRATION_STEP,
  type RegistrationProfile,
  type RegistrationStep,
} from "#contract/workman-registration/registration-profile.ts";
import {
  REGISTRATION_DRAFT,
  REGISTRATION_EDITABLE,
  REGISTRATION_STATUS,
} from "#contract/workman-registration/registration-states.ts";
import { taxActivity } from "#contract/workman-registration/tax-activities.ts";
import { taxRegion } from "#contract/workman-registration/tax-regions.ts";
import type { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import type { RegistrationRow } from "./queries.ts";

/** For its owner: in full, card masked. */
export function presentProfile(row: RegistrationRow): RegistrationProfile {
  const { values } = row;
  const { taxpayerType, citizenship, payoutKind, regionID, activities, ...own } = values;
  return {
    ...own,
    taxpayerType: definitionFor(TAXPAYER_TYPE, taxpayerType),
    citizenship: definitionFor(CITIZENSHIP, citizenship),
    payoutKind: payoutKind && definitionFor(PAYOUT_KIND, payoutKind),
    bankName: row.bankName,
    corAccountNumber: row.corAccountNumber,
    cardNumber: row.cardMask,
    relationships: row.relationships,
    region: taxRegion(regionID),
    activities: activities.flatMap((id) => taxActivity(id) ?? []),
    currentStep: REGISTRATION_DRAFT.includes(row.status) ? currentStepOf(progressOf(row)) : null,
    status: definitionFor(REGISTRATION_STATUS, row.status),
    requiredDocuments: requiredDocumentsOf(taxpayerType, citizenship).map((type) => ({
      ...definitionFor(WORKMAN_DOCUMENT_TYPE, type),
      isUploaded: row.documentTypes.includes(type),
    })),
    isEditable: REGISTRATION_EDITABLE.includes(row.status),
    statusSince: row.statusSince?.toISOString() ?? null,
    isSelfEmployed: row.isSelfEmployed,
    message: cleanMessage(row.message),
    error: cleanError(row.error),
    isIdentified: row.isIdentified,
    wantedConsents: [...row.wantedConsents],
  };
}

export function presentStep(
  row: RegistrationRow,
  step: RegistrationStep,
): AnswerOf<typeof workmanRegistrationEndpoints.step> {
  const progress = progressOf(row);
  return {
    step,
    title: REGISTRATION_STEP.titles[step],
    isComplete: isStepComplete(progress, step),
    nextStep: nextStepAfter(row.values.taxpayerType, step),
    profile: presentProfile(row),
  };
}

/**
 * The bank's steps lie between the second and the last. Source: specification §4, «Stepper steps».
 */
const STEPPER = [
  { step: 0, title: "Кто вы" },
  { step: 2, title: "Основные данные" },
  { step: 3, title: "Отправка на проверку" },
] as const;

export function presentSteps(
  row: RegistrationRow,
): AnswerOf<typeof workmanRegistrationEndpoints.steps> {
  const current = row.step === null ? null : Number(row.step);
  return {
    currentStep: current,
    steps: STEPPER.map(({ step, title }) => ({
      step,
      title,
      isComplete: current === null || step < current,
    })),
    status: definitionFor(REGISTRATION_STATUS, row.status),
    taxpayerTypeID: row.values.taxpayerType,
    profile: presentProfile(row),
  };
}

export function progressOf({ values, facts, savedSteps, documentTypes }: RegistrationRow) {
  return { values, facts, savedSteps, documentTypes };
}
