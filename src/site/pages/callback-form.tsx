import { useEffect, useRef, useState, type FormEvent } from "react";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { wholePhone } from "#web/format/phone.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { isCorrected, typedProblem } from "#site/ui/form-problem.ts";
import { SiteArea } from "#site/ui/site-area.tsx";
import { SiteButton } from "#web/ui/site-button.tsx";
import { SiteCheck } from "#site/ui/site-check.tsx";
import { SiteField } from "#web/ui/site-field.tsx";
import { LiveForm } from "#site/ui/live-form.tsx";
import { PhoneField } from "#site/ui/phone-field.tsx";
import { useSiteForm, useWrongFieldFocus } from "#site/ui/use-site-form.ts";
import { PageLink } from "#web/ui/page-link.tsx";

const EMPTY = { phone: "", firstName: "", comment: "", acceptDataPolicy: false };

export function CallbackForm() {
  const [values, setValues] = useState(EMPTY);
  const { problem, attempt, isBusy, fail, clear, run } = useSiteForm();
  const [calledPhone, setCalledPhone] = useState<string | null>(null);
  const form = useWrongFieldFocus<HTMLFormElement>(attempt);
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (calledPhone !== null) thanks.current?.focus();
  }, [calledPhone]);

  const change = (changed: Partial<typeof EMPTY>) => {
    setValues((before) => ({ ...before, ...changed }));
    clear(...Object.keys(changed));
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const phone = wholePhone(values.phone);
    const wrong = typedProblem({
      phone: phone === null && "Укажите номер мобильного телефона: +7 и десять цифр",
      acceptDataPolicy:
        !values.acceptDataPolicy && "Без согласия на обработку данных мы не сможем перезвонить",
    });
    if (phone === null || wrong !== null) return wrong && fail(wrong);
    await run(async () => {
      const [firstName, comment] = [values.firstName.trim(), values.comment.trim()];
      await callEndpoint(workmanEndpoints.leads, {
        body: {
          phone,
          ...(firstName ? { firstName } : {}),
          ...(comment ? { comment } : {}),
          acceptDataPolicy: true,
        },
      });
      setCalledPhone(phone);
    });
  };

  if (calledPhone !== null) {
    const { days, from, to } = PLATFORM_COMPANY.openingHours;
    return (
      <p ref={thanks} tabIndex={-1} role="status" className="notice-line">
        Спасибо, перезвоним на {formatPhone(calledPhone)}: {days}, с {from} до {to} по московскому
        времени.
      </p>
    );
  }
  const errorsOf = (field: string) => problem?.errors[field];
  return (
    <LiveForm
      formRef={form}
      purpose="Чтобы оставить телефон"
      onSubmit={(event) => void handleSubmit(event)}
    >
      <p>
        Расскажем, как получить статус самозанятого, найти задания и вывести деньги. Регистрация не
        нужна.
      </p>
      {problem && !isCorrected(problem) ? (
        <p className="notice-line" data-kind="danger" role="alert">
          {problem.message}
        </p>
      ) : null}
      <PhoneField
        label="Телефон"
        name="phone"
        value={values.phone}
        onChange={(phone) => change({ phone })}
        errors={errorsOf("phone")}
      />
      <SiteField
        label="Как к вам обращаться"
        name="firstName"
        autoComplete="given-name"
        hint="Если хотите"
        maxLength={100}
        value={values.firstName}
        onChange={({ target }) => change({ firstName: target.value })}
        errors={errorsOf("firstName")}
      />
      <SiteArea
        label="Вопрос"
        name="comment"
        hint="Если есть. Не пишите здесь номера карт и паспорта"
        maxLength={500}
        rows={3}
        value={values.comment}
        onChange={({ target }) => change({ comment: target.value })}
        errors={errorsOf("comment")}
      />
      <SiteCheck
        name="acceptDataPolicy"
        isChecked={values.acceptDataPolicy}
        onChange={(acceptDataPolicy) => change({ acceptDataPolicy })}
        errors={errorsOf("acceptDataPolicy")}
      >
        Даю согласие на обработку персональных данных по{" "}
        <PageLink to="/documents/data-policy" target="_blank">
          политике конфиденциальности
        </PageLink>
      </SiteCheck>
      <SiteButton type="submit" isBusy={isBusy}>
        Перезвоните мне
      </SiteButton>
    </LiveForm>
  );
}
