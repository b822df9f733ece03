import { useEffect, useId, useRef, type FormEvent, type ReactNode } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import { splitMessage } from "#web/format/message.ts";
import { SiteButton } from "#web/ui/site-button.tsx";
import { SiteField } from "#web/ui/site-field.tsx";
import { LiveForm } from "#site/ui/live-form.tsx";
import { PhoneField } from "#site/ui/phone-field.tsx";
import { isCorrected, type FormProblem } from "#site/ui/form-problem.ts";
import { useWrongFieldFocus } from "#site/ui/use-site-form.ts";
import type { RegistrationField } from "./registration-draft.ts";
import type { Registration } from "./use-registration.ts";

const LABELS: Readonly<Record<string, string>> = {
  inn: "ИНН",
  companyName: "Название",
  lastName: "Фамилия",
  firstName: "Имя",
  middleName: "Отчество",
  email: "E-mail",
  phoneNumber: "Телефон",
  taxPayerType: "Статус",
  citizenshipID: "Гражданство",
};

export function fieldId(field: string): string {
  return `registration-${field}`;
}

interface StepFormProps {
  /** Prefix of field ids. */
  readonly step: string;
  readonly title: string;
  readonly registration: Registration;
  readonly submitTitle: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly extra?: ReactNode;
}

export function StepForm({
  step,
  title,
  registration,
  submitTitle,
  onSubmit,
  children,
  extra,
}: StepFormProps) {
  const { problem, attempt, isBusy } = registration;
  const root = useWrongFieldFocus<HTMLDivElement>(attempt);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <div ref={root}>
      <h2>{title}</h2>
      <ProblemSummary problem={problem} />
      <LiveForm key={step} onSubmit={handleSubmit}>
        {children}
        <div className="row">
          <SiteButton type="submit" isBusy={isBusy}>
            {submitTitle}
          </SiteButton>
          {extra}
        </div>
      </LiveForm>
    </div>
  );
}

export function ProblemSummary({ problem }: { readonly problem: FormProblem | null }) {
  if (!problem) return null;
  const entries = Object.entries(problem.errors);
  const { title, detail } = splitMessage(problem.message);
  if (isCorrected(problem)) return null;
  return (
    <div className="notice-line registration-problem" data-kind="danger" role="alert">
      <strong>{title}</strong>
      {detail ? <small> {detail}</small> : null}
      {entries.length > 0 ? (
        <ul>
          {entries.map(([field, messages]) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId(field))?.focus();
                }}
              >
                {[LABELS[field], messages.join(". ")].filter(Boolean).join(": ")}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {problem.status === 409 ? (
        <p>
          <PageLink to="/authorization">Войти</PageLink>
        </p>
      ) : null}
    </div>
  );
}

interface RegistrationInputProps {
  readonly registration: Registration;
  readonly field: RegistrationField;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete?: string;
  readonly inputMode?: "numeric" | "email";
  readonly type?: "text" | "email";
  readonly maxLength?: number;
}

export function RegistrationInput({ registration, field, ...rest }: RegistrationInputProps) {
  const { values, problem, setValue } = registration;
  return (
    <SiteField
      {...rest}
      id={fieldId(field)}
      name={field}
      value={values[field] ?? ""}
      onChange={(event) => setValue(field, event.target.value)}
      errors={problem?.errors[field]}
    />
  );
}

export function RegistrationPhone({
  registration,
  hint,
}: {
  readonly registration: Registration;
  readonly hint: string;
}) {
  const { values, problem, setValue } = registration;
  return (
    <PhoneField
      label="Телефон"
      id={fieldId("phoneNumber")}
      name="phoneNumber"
      hint={hint}
      value={values.phoneNumber ?? ""}
      onChange={(value) => setValue("phoneNumber", value)}
      errors={problem?.errors["phoneNumber"]}
    />
  );
}

/** Focused on a new step, so that it is read out. */
export function StepCount({
  steps,
  current,
}: {
  readonly steps: readonly string[];
  readonly current: number;
}) {
  const id = useId();
  const words = useRef<HTMLSpanElement>(null);
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current !== current) words.current?.focus();
    shown.current = current;
  }, [current]);
  return (
    <div className="registration-steps">
      <span ref={words} id={id} tabIndex={-1} className="muted">
        Шаг {current + 1} из {steps.length}: {steps[current]}
      </span>
      <progress aria-labelledby={id} max={steps.length} value={current + 1} />
    </div>
  );
}
