import { SiteButton } from "#web/ui/site-button.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { formAddress, type CustomerForm } from "./legal-forms.ts";
import type { FoundCompany, RegistrationDraft } from "./registration-draft.ts";
import { RegistrationInput, StepForm } from "./step-form.tsx";
import { typedProblem } from "#site/ui/form-problem.ts";
import type { Registration } from "./use-registration.ts";

interface CompanyStepProps {
  readonly registration: Registration;
  readonly form: CustomerForm;
  /** An entrepreneur's ИНН. */
  readonly isOfPerson: boolean;
  /** `null` before the lookup. */
  readonly answer: RegistrationDraft["lookedUp"];
  readonly onLookUp: () => void;
  readonly onDone: () => void;
}

/** A company missing in the state register is named by the person. */
export function CompanyStep({
  registration,
  form,
  isOfPerson,
  answer,
  onLookUp,
  onDone,
}: CompanyStepProps) {
  const { values, fail, setValue } = registration;
  const isManual = values.companyName !== undefined;
  const isUnknown = answer !== null && answer.company === null;
  const submit = () => {
    if (answer === null) return onLookUp();
    if (isUnknown && !isManual) return setValue("companyName", "");
    const wrong = isUnknown
      ? typedProblem({
          companyName: values.companyName?.trim() ? null : "Укажите название компании",
        })
      : null;
    if (wrong) return fail(wrong);
    onDone();
  };
  return (
    <StepForm
      step="company"
      title={form === "COMPANY" ? "Ваша компания" : "Ваше ИП"}
      registration={registration}
      submitTitle={
        answer === null ? "Найти по ИНН" : isUnknown && !isManual ? "Ввести самому" : "Продолжить"
      }
      onSubmit={submit}
      extra={
        isUnknown ? (
          <SiteButton variant="link" onClick={onLookUp}>
            Поискать ещё раз
          </SiteButton>
        ) : null
      }
    >
      <RegistrationInput
        registration={registration}
        field="inn"
        label="ИНН"
        hint={form === "COMPANY" ? "10 цифр" : "12 цифр"}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <div aria-live="polite">
        {isOfPerson ? (
          <p className="notice-line">
            12 цифр бывает в ИНН предпринимателя.{" "}
            <PageLink to={formAddress("account", "ENTREPRENEUR")}>Зарегистрировать ИП</PageLink>
          </p>
        ) : null}
        {answer?.company ? <CompanyCard company={answer.company} /> : null}
        {isUnknown ? (
          <p className="notice-line">
            В государственном реестре по этому ИНН ничего не нашлось. Проверьте цифры или введите
            название сами: модератор сверит его с документами.
          </p>
        ) : null}
      </div>
      {isUnknown && isManual ? (
        <RegistrationInput
          registration={registration}
          field="companyName"
          label={form === "COMPANY" ? "Название компании" : "Наименование ИП"}
          hint={form === "COMPANY" ? "Например: ООО «Ромашка»" : "Например: ИП Иванов И. И."}
          autoComplete="organization"
          maxLength={255}
        />
      ) : null}
    </StepForm>
  );
}

function CompanyCard({ company }: { readonly company: FoundCompany }) {
  const facts = [
    ["Полное название", company.companyDetailsName],
    [company.kpp === null ? "ОГРНИП" : "ОГРН", company.ogrn],
    ["КПП", company.kpp],
    ["Адрес", company.legalAddress],
  ].filter((pair): pair is [string, string] => Boolean(pair[1]));
  return (
    <section className="registration-company" aria-label="Найденная компания">
      <strong>{company.shortCompanyName}</strong>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="registration-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">
        Данные из государственного реестра. Если это не ваша компания, исправьте ИНН.
      </p>
    </section>
  );
}
