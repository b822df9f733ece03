import { requiredDocumentsOf, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import type { Questionnaire } from "./questionnaire.ts";
import { STEP_RULES, type QuestionnaireFacts } from "./questionnaire-rules.ts";
import { REGISTRATION_STEP, type RegistrationStep } from "./registration-profile.ts";

export interface RegistrationProgress {
  readonly values: Questionnaire;
  readonly facts: QuestionnaireFacts;
  readonly savedSteps: readonly RegistrationStep[];
  readonly documentTypes: readonly string[];
}

/** Without a tax status: no step of activities. */
export function registrationStepsOf(type: TaxpayerType): RegistrationStep[] {
  return REGISTRATION_STEP.ids.filter(
    (step) => step !== "self-employed-data" || type !== "INDIVIDUAL",
  );
}

/** Not uploaded. Source: `domain.md` §1.5. */
export function missingDocumentsOf({
  values,
  documentTypes,
}: Pick<RegistrationProgress, "values" | "documentTypes">): WorkmanDocumentType[] {
  return requiredDocumentsOf(values.taxpayerType, values.citizenship).filter(
    (type) => !documentTypes.includes(type),
  );
}

/** A changed citizenship requires other documents. */
export function isStepComplete(progress: RegistrationProgress, step: RegistrationStep): boolean {
  if (step === "start") return false;
  if (
    !progress.savedSteps.includes(step) ||
    Object.keys(STEP_RULES[step](progress.values, progress.facts)).length > 0
  )
    return false;
  return step !== "documents" || missingDocumentsOf(progress).length === 0;
}

/** The first incomplete step; `start`: all complete. */
export function currentStepOf(progress: RegistrationProgress): RegistrationStep {
  return (
    registrationStepsOf(progress.values.taxpayerType).find(
      (step) => !isStepComplete(progress, step),
    ) ?? "start"
  );
}

export function nextStepAfter(type: TaxpayerType, step: RegistrationStep): RegistrationStep | null {
  const steps = registrationStepsOf(type);
  return steps[steps.indexOf(step) + 1] ?? null;
}
