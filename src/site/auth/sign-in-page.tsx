import { lazy, Suspense, useContext, useEffect, useState, type FormEvent } from "react";
import { Navigate, useNavigate, useLocation, useSearchParams } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { CodeSent } from "#contract/kernel/fields.ts";
import { splitMessage } from "#web/format/message.ts";
import { maskPhoneInput, wholePhone } from "#web/format/phone.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import {
  asHttpError,
  errorText,
  toHttpError,
  type ConsoleHttpError,
} from "#web/wire/http-error.ts";
import { withProof } from "#web/auth/with-proof.ts";
import type { PublicPage } from "#web/routes/page-module.ts";
import { homeAddress } from "#web/session/home-address.ts";
import { currentSession, takeReturnTo, takeTokens, useSession } from "#web/session/session.ts";
import { toast } from "#web/ui/toasts.ts";
import { SiteButton } from "#web/ui/site-button.tsx";
import { LiveForm } from "#site/ui/live-form.tsx";
import { PhoneField } from "#site/ui/phone-field.tsx";
import { PageIndex, useHasPage, useRegistrationAddress } from "#web/ui/page-index.ts";
import { SideChoice } from "./side-choice.tsx";
import "./sign-in-page.css";

const loadConfirmCode = async () => ({
  default: (await import("#web/ui/confirm-code.tsx")).ConfirmCode,
});
const ConfirmCode = lazy(loadConfirmCode);

interface Sent {
  readonly answer: CodeSent;
  readonly count: number;
}

export const page = {
  head: ({ query }) =>
    query.has("registration")
      ? {
          title: "Регистрация",
          description:
            "Регистрация на платформе для самозанятых: выберите, заказчик вы или исполнитель.",
          canonical: "/registration",
        }
      : {
          title: "Вход",
          description:
            "Вход на платформу для самозанятых по номеру телефона и коду из СМС. Пароль придумывать не нужно.",
          canonical: "/authorization",
        },
} satisfies PublicPage;

/**
 * The flag `registration` shows the choice of a side. Source: specification §2, `/authorization`,
 * `/app/authorization`.
 */
export default function AuthorizationPage() {
  const [query] = useSearchParams();
  return query.has("registration") ? <SideChoice /> : <SignIn />;
}

function SignIn() {
  const { status, me } = useSession();
  const navigate = useNavigate();
  const [phone, setPhone] = useState("");
  const [sent, setSent] = useState<Sent | null>(null);
  const [isLanding, setIsLanding] = useState(false);
  const [failure, setFailure] = useState<ConsoleHttpError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const hasPage = useHasPage();
  const showsCodes = consoleConfig().sandbox && hasPage("/sandbox");
  const { prefetch } = useContext(PageIndex);
  const registration = useRegistrationAddress();
  const given = (useLocation().state as { readonly phone?: unknown } | null)?.phone;

  // Typed in another form.
  useEffect(() => {
    if (typeof given === "string") setPhone(maskPhoneInput(given));
  }, [given]);

  // Preload while the SMS is on its way.
  useEffect(() => {
    if (sent) prefetch("/profile");
  }, [sent, prefetch]);

  if (status === "signed-in" && !isLanding) return <Navigate to={homeAddress(me)} replace />;

  const sendCode = async (event?: FormEvent) => {
    event?.preventDefault();
    const phoneNumber = wholePhone(phone);
    if (phoneNumber === null) return setFailure(invalidPhone());
    setIsBusy(true);
    setFailure(null);
    try {
      const [answer] = await Promise.all([
        withProof((proof) =>
          callEndpoint(authEndpoints.sendOtp, { body: { phoneNumber, exists: true, proof } }),
        ),
        loadConfirmCode(),
      ]);
      setSent((before) => ({ answer, count: (before?.count ?? 0) + 1 }));
    } catch (error) {
      setFailure(asHttpError(error));
    } finally {
      setIsBusy(false);
    }
  };

  const signIn = async (code: string) => {
    setFailure(null);
    try {
      const tokens = await callEndpoint(authEndpoints.login, {
        body: { phoneNumber: wholePhone(phone) ?? "", code },
      });
      const returnTo = takeReturnTo();
      setIsLanding(true);
      await takeTokens(tokens);
      await navigate(returnTo ?? homeAddress(currentSession().me), { replace: true });
    } catch (error) {
      setIsLanding(false);
      setFailure(asHttpError(error));
    }
  };

  return (
    <section className="sign-in card">
      <h1>Вход</h1>
      {sent === null ? (
        <LiveForm onSubmit={(event) => void sendCode(event)}>
          <PhoneField
            label="Телефон"
            name="phoneNumber"
            value={phone}
            onChange={(value) => (setPhone(value), setFailure(null))}
            errors={fieldErrors(failure, "phoneNumber")}
            isFocusedFirst
          />
          <GlobalError failure={failure} fields={["phoneNumber"]} />
          <SiteButton type="submit" isBusy={isBusy}>
            Получить код
          </SiteButton>
          <p className="sign-in-aside">
            Ещё не с нами? <PageLink to={registration}>Зарегистрироваться</PageLink>
          </p>
          {showsCodes ? (
            <p className="sign-in-aside">
              Это демонстрация: СМС не уходят, код будет{" "}
              <PageLink to="/sandbox" target="_blank">
                в песочнице
              </PageLink>
            </p>
          ) : null}
        </LiveForm>
      ) : (
        <Suspense>
          <ConfirmCode
            sentTo={sent.answer.phoneMasked}
            retryAfterSeconds={sent.answer.retryAfterSeconds}
            sentCount={sent.count}
            submitTitle="Войти"
            errors={codeErrors(failure)}
            isRefused={fieldErrors(failure, "code").length > 0}
            onSubmit={signIn}
            onResend={async () => {
              await sendCode();
              toast({ type: "info", message: "Новый код отправлен" });
            }}
            hint={
              showsCodes ? (
                <PageLink to={`/sandbox?phone=${wholePhone(phone) ?? ""}`} target="_blank">
                  Код на странице песочницы
                </PageLink>
              ) : null
            }
          />
          <SiteButton variant="link" onClick={() => (setSent(null), setFailure(null))}>
            Изменить номер
          </SiteButton>
        </Suspense>
      )}
    </section>
  );
}

function GlobalError({
  failure,
  fields,
}: {
  failure: ConsoleHttpError | null;
  fields: readonly string[];
}) {
  if (!failure || fields.some((field) => failure.errors?.[field])) return null;
  const { title, detail } = splitMessage(errorText(failure));
  return (
    <p className="notice-line" data-kind="danger" role="alert">
      {title}
      {detail ? <small> {detail}</small> : null}
    </p>
  );
}

function fieldErrors(failure: ConsoleHttpError | null, field: string): readonly string[] {
  return failure?.errors?.[field] ?? [];
}

function codeErrors(failure: ConsoleHttpError | null): readonly string[] {
  if (!failure) return NO_ERRORS;
  const messages = Object.values(failure.errors ?? {}).flat();
  return messages.length > 0 ? messages : failure.message.split("\n");
}
const NO_ERRORS: readonly string[] = [];

function invalidPhone(): ConsoleHttpError {
  return toHttpError(422, {
    errors: { phoneNumber: ["Укажите номер мобильного телефона: +7 и десять цифр"] },
  });
}
