import { Suspense } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { companyInnFinding, personInnFinding } from "#contract/values/inn.ts";
import { wholePhone } from "#web/format/phone.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { CodeStep } from "./code-step-part.ts";
import { CompanyStep } from "./company-step.tsx";
import { consentErrors, Consents } from "./consents.tsx";
import { isAboutFields, typedProblem } from "#site/ui/form-problem.ts";
import type { CustomerForm as LegalForm } from "./legal-forms.ts";
import { RegistrationInput, RegistrationPhone, StepCount, StepForm } from "./step-form.tsx";
import { PHONE_START, personErrors } from "./person-fields.ts";
import { useRegistration, useStep } from "./use-registration.ts";

type Step = "company" | "person" | "code";
const STEP_NAMES: Readonly<Record<Step, string>> = {
  company: "компания",
  person: "контактное лицо",
  code: "подтверждение",
};
/** Fields of the first step. */
const COMPANY_FIELDS = ["inn", "companyName", "side"];

/** Invited persons skip the company step. */
export function CustomerForm({ form }: { readonly form: LegalForm }) {
  const registration = useRegistration({
    form: "customer",
    defaults: { phoneNumber: PHONE_START },
    landing: "/profile",
  });
  const { draft, values, change, fail, run, sendCode, register } = registration;
  const isStaff = form === "STAFF";
  const steps: readonly Step[] = isStaff ? ["person", "code"] : ["company", "person", "code"];
  const { asked, goTo } = useStep<Step>(isStaff ? "person" : "company");
  const inn = (values.inn ?? "").replace(/\s/g, "");
  const answer =
    draft.lookedUp?.inn === inn && innFinding(inn, form) === null ? draft.lookedUp : null;
  const isCompanyKnown =
    isStaff ||
    (answer !== null && (answer.company !== null || Boolean(values.companyName?.trim())));
  const step =
    asked === "code" && isCompanyKnown && draft.sent
      ? "code"
      : isStaff || (asked !== "company" && isCompanyKnown)
        ? "person"
        : "company";

  const lookUp = () => {
    const wrong = typedProblem({ inn: innFinding(inn, form) });
    if (wrong) return fail(wrong);
    void run(async () => {
      const { company } = await callEndpoint(authEndpoints.registrationContext, {
        body: {
          inn,
          type: "account",
          ...(form === "ENTREPRENEUR" ? { taxPayerType: "IP" as const } : {}),
        },
      });
      change({ lookedUp: { inn, company } });
    });
  };

  const handleSubmit = async () => {
    const phone = wholePhone(values.phoneNumber ?? "");
    const wrong = typedProblem({
      ...personErrors(values, ["lastName", "firstName", "email", "phoneNumber"]),
      ...consentErrors(values),
    });
    if (wrong || phone === null) return void (wrong && fail(wrong));
    if ((await sendCode(phone)).isDone) goTo("code");
  };

  const confirm = async (code: string) => {
    const { problem: finding } = await register({
      side: "account",
      phoneNumber: draft.sent?.phone ?? "",
      code,
      ...(isStaff ? {} : { inn }),
      lastName: values.lastName?.trim(),
      firstName: values.firstName?.trim(),
      ...(values.middleName?.trim() ? { middleName: values.middleName.trim() } : {}),
      email: values.email?.trim(),
      ...(isStaff || answer?.company ? {} : { companyName: values.companyName?.trim() }),
      acceptTerms: true,
      acceptDataPolicy: true,
    });
    if (isAboutFields(finding))
      goTo(
        !isStaff && COMPANY_FIELDS.some((field) => finding.errors[field]) ? "company" : "person",
      );
  };

  return (
    <>
      <StepCount steps={steps.map((one) => STEP_NAMES[one])} current={steps.indexOf(step)} />
      {step === "company" ? (
        <CompanyStep
          registration={registration}
          form={form}
          isOfPerson={form === "COMPANY" && isPersonInn(inn)}
          answer={answer}
          onLookUp={lookUp}
          onDone={() => goTo("person")}
        />
      ) : null}
      {step === "person" ? (
        <StepForm
          step="person"
          title="Контактное лицо"
          registration={registration}
          submitTitle="Получить код"
          onSubmit={() => void handleSubmit()}
        >
          <p className="muted">
            {isStaff
              ? "Укажите номер, на который вас пригласила компания. После регистрации примите приглашение в личном кабинете."
              : "Вы станете владельцем компании на платформе и сможете добавить сотрудников."}
          </p>
          <RegistrationInput
            registration={registration}
            field="lastName"
            label="Фамилия"
            autoComplete="family-name"
            maxLength={100}
          />
          <RegistrationInput
            registration={registration}
            field="firstName"
            label="Имя"
            autoComplete="given-name"
            maxLength={100}
          />
          <RegistrationInput
            registration={registration}
            field="middleName"
            label="Отчество"
            hint="Если есть"
            autoComplete="additional-name"
            maxLength={100}
          />
          <RegistrationInput
            registration={registration}
            field="email"
            label="E-mail"
            hint="Для счетов и документов"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
          />
          <RegistrationPhone registration={registration} hint="По этому номеру вы будете входить" />
          <Consents registration={registration} />
        </StepForm>
      ) : null}
      {step === "code" && draft.sent ? (
        <Suspense>
          <CodeStep
            registration={registration}
            sent={draft.sent}
            onCode={confirm}
            onChangePhone={() => goTo("person")}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function isPersonInn(inn: string): boolean {
  return /^\d{12}$/.test(inn) && personInnFinding(inn) === null;
}

function innFinding(inn: string, form: LegalForm): string | null {
  if (inn === "") return "Укажите ИНН";
  if (form === "COMPANY" && isPersonInn(inn))
    return "Это ИНН предпринимателя: в нём 12 цифр. Зарегистрируйтесь как ИП";
  const finding = form === "COMPANY" ? companyInnFinding(inn) : personInnFinding(inn);
  if (finding === "checksum") return "Неверная контрольная сумма ИНН. Проверьте цифры";
  if (finding === "length")
    return form === "COMPANY" ? "ИНН юридического лица — 10 цифр" : "ИНН предпринимателя — 12 цифр";
  return null;
}
