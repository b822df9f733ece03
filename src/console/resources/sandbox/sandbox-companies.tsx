import { useState } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { LightSelect } from "#console/ui/light/light-select.tsx";
import { sandbox, type SandboxCompany } from "./sandbox-calls.ts";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";

/** The moderator blocks a company for a reason, and lets it work again. */
export function SandboxCompanies() {
  const { data, error, reload } = useSandboxRead(sandbox.companies);
  const [reason, setReason] = useState<string>("CONTRACT_BREACH");
  const [comment, setComment] = useState("");
  const move = ({ id, title, state }: SandboxCompany) =>
    void (state.id === "DISABLED" ? runSandbox(() => sandbox.enableCompany(id), `${title}: блокировка снята`) : runSandbox(() => sandbox.disableCompany(id, reason, comment), `${title}: компания заблокирована`)).then(reload);
  return (
    <section className="card">
      <h2>Блокировка компаний</h2>
      <p className="muted">Заблокированная компания видит свои данные, но не начинает ничего нового. Начатые выплаты доходят до конца</p>
      {error ? <p className="field-error">{error}</p> : null}
      <div className="row sandbox-fields">
        <LightSelect label="Причина блокировки" options={REASONS.accountReject.definitions} value={reason} onChange={(event) => setReason(event.target.value)} />
        <LightField label="Комментарий" maxLength={500} value={comment} onChange={(event) => setComment(event.target.value)} />
      </div>
      <ul className="plain-list">
        {(data?.items ?? []).map((company) => (
          <li key={company.id} className="row sandbox-line">
            <span>
              {company.title} <span className="muted">({[company.state.title, company.reason].filter(Boolean).join(": ")})</span>
            </span>
            <LightButton isSmall look="plain" onClick={() => move(company)} aria-label={`${verbOf(company)}: ${company.title}`}>
              {verbOf(company)}
            </LightButton>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="muted">Работающих компаний пока нет</p> : null}
    </section>
  );
}

function verbOf({ state }: SandboxCompany): string {
  return state.id === "DISABLED" ? "Разблокировать" : "Заблокировать";
}
