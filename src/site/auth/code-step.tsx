import { useMemo } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import { consoleConfig } from "#web/wire/console-config.ts";
import { toast } from "#web/ui/toasts.ts";
import { ConfirmCode } from "#web/ui/confirm-code.tsx";
import { SiteButton } from "#web/ui/site-button.tsx";
import { useHasPage } from "#web/ui/page-index.ts";
import type { SentCode } from "./registration-draft.ts";
import { ProblemSummary } from "./step-form.tsx";
import type { Registration } from "./use-registration.ts";

interface CodeStepProps {
  readonly registration: Registration;
  readonly sent: SentCode;
  readonly onCode: (code: string) => Promise<unknown>;
  readonly onChangePhone: () => void;
}

/** A registered phone gets no code, secretly; so the sign-in link is always shown. */
export function CodeStep({ registration, sent, onCode, onChangePhone }: CodeStepProps) {
  const { problem, sentCount, sendCode } = registration;
  const hasPage = useHasPage();
  const retryAfterSeconds = useMemo(() => secondsUntil(sent.retryAt), [sent.retryAt]);
  const codeErrors = problem?.errors["code"];
  return (
    <>
      <h2>Подтвердите номер</h2>
      {codeErrors ? null : <ProblemSummary problem={problem} />}
      <ConfirmCode
        sentTo={sent.phoneMasked}
        retryAfterSeconds={retryAfterSeconds}
        sentCount={sentCount}
        submitTitle="Зарегистрироваться"
        errors={codeErrors}
        onSubmit={async (code) => void (await onCode(code))}
        onResend={async () => {
          if ((await sendCode(sent.phone, true)).isDone)
            toast({ type: "info", message: "Новый код отправлен" });
        }}
        hint={
          consoleConfig().sandbox && hasPage("/sandbox") ? (
            <PageLink to={`/sandbox?phone=${sent.phone}`} target="_blank">
              Код на странице песочницы
            </PageLink>
          ) : null
        }
      />
      <SiteButton variant="link" onClick={onChangePhone}>
        Изменить данные или номер
      </SiteButton>
      <p className="registration-aside">
        Код не пришёл? Если этот номер уже зарегистрирован, новый код на него не отправляется.{" "}
        <PageLink to="/authorization" state={{ phone: sent.phone }}>
          Войти по этому номеру
        </PageLink>
      </p>
    </>
  );
}

function secondsUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - Date.now()) / 1000));
}
