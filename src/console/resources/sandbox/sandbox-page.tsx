import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import { consoleConfig } from "#console/providers/console-config.ts";
import { formatPhone, maskPhoneInput, wholePhone } from "#console/format/phone.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { PhoneField } from "#console/ui/light/phone-field.tsx";
import { caseKind, sandbox, type ModerationCase } from "./sandbox-calls.ts";
import { SandboxClock } from "./sandbox-clock.tsx";
import { SandboxCompanies } from "./sandbox-companies.tsx";
import { SandboxInvitations } from "./sandbox-invitations.tsx";
import { SandboxInvoices } from "./sandbox-invoices.tsx";
import { SandboxMessages } from "./sandbox-messages.tsx";
import { SandboxNotices } from "./sandbox-notices.tsx";
import { SandboxPeople } from "./sandbox-people.tsx";
import { SandboxSwitches } from "./sandbox-switches.tsx";
import { SandboxTaxService } from "./sandbox-tax-service.tsx";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";
import "./sandbox-page.css";

/** Codes come within seconds; nobody should have to press for them. */
const CODES_EVERY_MS = 3000;

/** The helper page of the sandbox; absent where real services are connected. */
export default function SandboxPage() {
  if (!consoleConfig().sandbox) return <ErrorPage status={404} />;
  return (
    <div className="sandbox">
      <h1>Песочница</h1>
      <p>Внешние сервисы здесь ненастоящие: СМС не уходят, банк и ФНС отвечают так, как вы выберете.</p>
      <SandboxClock />
      <Codes />
      <SandboxInvitations />
      <SandboxPeople />
      <SandboxInvoices />
      <Moderation />
      <SandboxCompanies />
      <SandboxNotices />
      <SandboxMessages />
      <SandboxTaxService />
      <SandboxSwitches />
      <p className="muted">
        Всё это доступно и скриптам: <a href="/sandbox/api/openapi.json">описание вызовов песочницы</a>
      </p>
    </div>
  );
}

function Codes() {
  const [query, setQuery] = useSearchParams();
  const [phone, setPhone] = useState(() => maskPhoneInput(query.get("phone") ?? ""));
  const whole = wholePhone(phone);
  const read = useCallback(() => sandbox.codes(whole ?? ""), [whole]);
  const { data, error, reload } = useSandboxRead(read, CODES_EVERY_MS);
  const handlePhone = (masked: string) => {
    setPhone(masked);
    const next = wholePhone(masked);
    if (next || masked === "") setQuery(next ? { phone: next } : {}, { replace: true });
  };
  return (
    <section className="card">
      <h2>Коды из СМС</h2>
      <div className="row sandbox-fields">
        <PhoneField label="Телефон" value={phone} onChange={handlePhone} hint="Пусто — все телефоны" />
        <LightButton look="plain" onClick={reload}>
          Обновить
        </LightButton>
      </div>
      {error ? (
        <p className="notice-line" data-kind="danger" role="alert">
          {error}
        </p>
      ) : null}
      <ul className="plain-list sandbox-codes" aria-live="polite">
        {(data?.items ?? []).slice(0, 10).map(({ phone: to, code, text, sentAt }) => (
          <li key={`${to}-${sentAt}-${code}`}>
            <output>{code}</output>
            <span>
              {formatPhone(to)}, <DateText value={sentAt} />
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="muted">Кодов пока нет. Запросите код на странице входа</p> : null}
    </section>
  );
}

function Moderation() {
  const { data, reload } = useSandboxRead(sandbox.moderation);
  const decide = (one: ModerationCase, verdict: "approve" | "reject") => void runSandbox(() => sandbox.decide(one, verdict), verdict === "approve" ? "Одобрено" : "Отклонено").then(reload);
  return (
    <section className="card">
      <h2>Модератор</h2>
      {data?.items.length === 0 ? <p className="muted">Проверять нечего</p> : null}
      <ul className="plain-list">
        {(data?.items ?? []).map((one) => (
          <li key={`${one.kind}-${one.id}`} className="row sandbox-line">
            <span>
              {one.title} <span className="muted">({caseKind(one)})</span>
            </span>
            <LightButton isSmall onClick={() => decide(one, "approve")} aria-label={`Одобрить: ${one.title}`}>
              Одобрить
            </LightButton>
            <LightButton isSmall look="plain" onClick={() => decide(one, "reject")} aria-label={`Отклонить: ${one.title}`}>
              Отклонить
            </LightButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
