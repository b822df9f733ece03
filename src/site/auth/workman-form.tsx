import { Suspense } from "react";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import {
  citizenshipsOf,
  requiredDocumentsOf,
  isOfferedTaxpayerType,
  OFFERED_TAXPAYER_TYPES,
  TAXPAYER_TYPE,
  type TaxpayerType,
} from "#contract/definitions/taxpayer-types.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import { maskPhoneInput, wholePhone } from "#web/format/phone.ts";
import { SiteSelect } from "#site/ui/site-select.tsx";
import { useHasPage } from "#web/ui/page-index.ts";
import { CodeStep } from "./code-step-part.ts";
import { consentErrors, Consents } from "./consents.tsx";
import { isAboutFields, typedProblem } from "#site/ui/form-problem.ts";
import type { ValidInvitation } from "#web/auth/invitation.ts";
import { PHONE_START, personErrors } from "./person-fields.ts";
import {
  fieldId,
  RegistrationInput,
  RegistrationPhone,
  StepCount,
  StepForm,
} from "./step-form.tsx";
import { useRegistration, useStep, type Registration } from "./use-registration.ts";

type Step = "person" | "code";
const STEPS: readonly Step[] = ["person", "code"];
const STEP_NAMES = ["ваши данные", "подтверждение"];
const OTHER_PHONE =
  "Приглашение отправлено на другой номер. Укажите номер, на который пришло СМС, или зарегистрируйтесь без приглашения";
const QUESTIONNAIRE = "/profile/questionnaire";

interface WorkmanFormProps {
  readonly taxpayerType?: TaxpayerType;
  readonly invitation: ValidInvitation | null;
}

/** The questionnaire asks for the rest. */
export function WorkmanForm({ taxpayerType, invitation }: WorkmanFormProps) {
  const hasPage = useHasPage();
  const registration = useRegistration({
    form: invitation ? `workman-${invitation.id.slice(0, 8)}` : "workman",
    defaults: {
      phoneNumber: invitation ? maskPhoneInput(invitation.phone) : PHONE_START,
      firstName: invitation?.firstName ?? "",
      taxPayerType: "SMZ",
      citizenshipID: "ru",
    },
    landing: hasPage(QUESTIONNAIRE) ? QUESTIONNAIRE : "/profile",
  });
  const { draft, values, fail, sendCode, register } = registration;
  const { asked, goTo } = useStep<Step>("person");
  const step = asked === "code" && draft.sent ? "code" : "person";
  const type = taxpayerType ?? typeOf(values.taxPayerType);
  const isPrepared = invitation?.kind === "registry";

  const handleSubmit = async () => {
    const phone = wholePhone(values.phoneNumber ?? "");
    const names = isPrepared
      ? (["phoneNumber"] as const)
      : (["lastName", "firstName", "phoneNumber"] as const);
    const wrong = typedProblem({
      ...personErrors(values, names),
      ...(isPrepared ? {} : { citizenshipID: citizenshipFinding(type, values.citizenshipID) }),
      ...consentErrors(values),
    });
    if (wrong || phone === null) return void (wrong && fail(wrong));
    // Another number would be refused.
    const other =
      invitation && phone !== invitation.phone ? typedProblem({ phoneNumber: OTHER_PHONE }) : null;
    if (other) return fail(other);
    if ((await sendCode(phone)).isDone) goTo("code");
  };

  const confirm = async (code: string) => {
    const { problem } = await register({
      side: "workman",
      phoneNumber: draft.sent?.phone ?? "",
      code,
      ...namesOf(values),
      ...(isPrepared
        ? {}
        : { taxPayerType: type, citizenshipID: citizenshipOf(values.citizenshipID) }),
      ...(invitation
        ? {
            [invitation.kind === "registry" ? "workmanRegistrationID" : "workmanInviteID"]:
              invitation.id,
          }
        : {}),
      acceptTerms: true,
      acceptDataPolicy: true,
    });
    if (isAboutFields(problem)) goTo("person");
  };

  return (
    <>
      <StepCount steps={STEP_NAMES} current={STEPS.indexOf(step)} />
      {step === "code" && draft.sent ? (
        <Suspense>
          <CodeStep
            registration={registration}
            sent={draft.sent}
            onCode={confirm}
            onChangePhone={() => goTo("person")}
          />
        </Suspense>
      ) : (
        <StepForm
          step="person"
          title="Ваши данные"
          registration={registration}
          submitTitle="Получить код"
          onSubmit={() => void handleSubmit()}
        >
          <RegistrationPhone
            registration={registration}
            hint={
              invitation
                ? "Номер, на который пришло приглашение"
                : "По этому номеру вы будете входить"
            }
          />
          {isPrepared ? null : (
            <RegistrationInput
              registration={registration}
              field="lastName"
              label="Фамилия"
              autoComplete="family-name"
              maxLength={100}
            />
          )}
          <RegistrationInput
            registration={registration}
            field="firstName"
            label="Имя"
            autoComplete="given-name"
            maxLength={100}
          />
          {isPrepared ? (
            <p className="muted">
              Фамилию, ИНН и остальное подготовил заказчик: вы проверите их в анкете.
            </p>
          ) : (
            <>
              <RegistrationInput
                registration={registration}
                field="middleName"
                label="Отчество"
                hint="Если есть"
                autoComplete="additional-name"
                maxLength={100}
              />
              {taxpayerType ? null : <TypeField registration={registration} />}
              <CitizenshipField registration={registration} type={type} />
            </>
          )}
          <Consents registration={registration} />
        </StepForm>
      )}
    </>
  );
}

function TypeField({
  registration: { values, problem, setValue },
}: {
  readonly registration: Registration;
}) {
  return (
    <SiteSelect
      label="Статус"
      id={fieldId("taxPayerType")}
      name="taxPayerType"
      value={typeOf(values.taxPayerType)}
      options={OFFERED_TAXPAYER_TYPES.map((id) => ({ id, title: TAXPAYER_TYPE.titles[id] }))}
      onChange={(event) => setValue("taxPayerType", event.target.value)}
      errors={problem?.errors["taxPayerType"]}
    />
  );
}

function CitizenshipField({
  registration: { values, problem, setValue },
  type,
}: {
  readonly registration: Registration;
  readonly type: TaxpayerType;
}) {
  const citizenship = citizenshipOf(values.citizenshipID);
  const documents = requiredDocumentsOf(type, citizenship).map((id) =>
    WORKMAN_DOCUMENT_TYPE.titles[id].toLowerCase(),
  );
  return (
    <SiteSelect
      label="Гражданство"
      id={fieldId("citizenshipID")}
      name="citizenshipID"
      value={citizenship}
      options={CITIZENSHIP.definitions}
      hint={documents.length > 0 ? `В анкете понадобится: ${documents.join(", ")}` : undefined}
      onChange={(event) => setValue("citizenshipID", event.target.value)}
      errors={problem?.errors["citizenshipID"]}
    />
  );
}

function citizenshipFinding(type: TaxpayerType, text: string | undefined): string | null {
  const citizenship = citizenshipOf(text);
  if (citizenshipsOf(type).includes(citizenship)) return null;
  const isOpenOtherwise = citizenshipsOf("INDIVIDUAL").includes(citizenship);
  return isOpenOtherwise
    ? "Граждане этой страны не могут быть самозанятыми, а по договору с физлицом платформа пока не платит"
    : "С этим гражданством платформа пока не работает";
}

function namesOf(values: Registration["values"]): {
  lastName?: string;
  firstName?: string;
  middleName?: string;
} {
  const names = (["lastName", "firstName", "middleName"] as const).map(
    (field) => [field, values[field]?.trim()] as const,
  );
  return Object.fromEntries(names.filter(([, name]) => name));
}

function typeOf(text: string | undefined): TaxpayerType {
  return text !== undefined && isOfferedTaxpayerType(text) ? text : "SMZ";
}

function citizenshipOf(text: string | undefined) {
  return text !== undefined && CITIZENSHIP.has(text) ? text : "ru";
}
