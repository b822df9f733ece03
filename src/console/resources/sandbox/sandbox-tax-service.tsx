import { useState, type FormEvent } from "react";
import { readRubles } from "#console/format/money.ts";
import { ConsoleHttpError } from "#console/providers/data/http-error.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { sandbox, type BindRequest } from "./sandbox-calls.ts";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";

/** A person answers within seconds or not at all. */
const REQUESTS_EVERY_MS = 5000;

const STATES: Readonly<Record<BindRequest["state"], string>> = { WAITING: "ждёт ответа", CONFIRMED: "доступ дан", REFUSED: "отказано" };

/** The worker's side of «Мой налог» and the tax authority's. */
export function SandboxTaxService() {
  return (
    <section className="card">
      <h2>ФНС и «Мой налог»</h2>
      <BindRequests />
      <Message />
      <Requisites />
      <Accrual />
    </section>
  );
}

function BindRequests() {
  const { data, error, reload } = useSandboxRead(sandbox.bindRequests, REQUESTS_EVERY_MS);
  const answer = (one: BindRequest, verdict: "confirm" | "refuse") => void runSandbox(() => sandbox.answerBindRequest(one.id, verdict), verdict === "confirm" ? "Доступ дан" : "В доступе отказано").then(reload);
  return (
    <>
      <h3>Запросы доступа</h3>
      {error ? <p className="field-error">{error}</p> : null}
      {data?.items.length === 0 ? <p className="muted">Запросов пока нет. Исполнитель просит доступ на странице «Мой налог»</p> : null}
      <ul className="plain-list">
        {(data?.items ?? []).map((one) => (
          <li key={one.id} className="row sandbox-line">
            <span>
              {one.name || one.inn}, <DateText value={one.askedAt} /> <span className="muted">({STATES[one.state]})</span>
            </span>
            {one.state === "WAITING" ? (
              <>
                <LightButton isSmall onClick={() => answer(one, "confirm")} aria-label={`Дать доступ: ${one.name || one.inn}`}>
                  Дать доступ
                </LightButton>
                <LightButton isSmall look="plain" onClick={() => answer(one, "refuse")} aria-label={`Отказать: ${one.name || one.inn}`}>
                  Отказать
                </LightButton>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

/** One row of fields with a button; an empty required field is left to the browser to point at. */
function PlayForm<Name extends string>({ title, fields, button, done, send }: { title: string; fields: readonly { name: Name; label: string; isOptional?: boolean; hint?: string }[]; button: string; done: string; send: (values: Record<Name, string>) => Promise<unknown> }) {
  const [values, setValues] = useState<Partial<Record<Name, string>>>({});
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const filled = Object.fromEntries(fields.map(({ name }) => [name, values[name]?.trim() ?? ""])) as Record<Name, string>;
    void runSandbox(() => send(filled), done);
  };
  return (
    <form onSubmit={handleSubmit}>
      <h3>{title}</h3>
      <div className="row sandbox-fields">
        {fields.map(({ name, label, isOptional, hint }) => (
          <LightField key={name} label={label} required={!isOptional} {...(hint ? { hint } : {})} value={values[name] ?? ""} onChange={(event) => setValues({ ...values, [name]: event.target.value })} />
        ))}
        <LightButton type="submit" look="plain">
          {button}
        </LightButton>
      </div>
    </form>
  );
}

const INN = { name: "inn", label: "ИНН исполнителя" } as const;

function Message() {
  return (
    <PlayForm
      title="Сообщение ФНС исполнителю"
      fields={[INN, { name: "title", label: "Заголовок" }, { name: "text", label: "Текст" }]}
      button="Отправить"
      done="Сообщение отправлено"
      send={(message) => sandbox.sendTaxMessage(message)}
    />
  );
}

function Requisites() {
  return (
    <PlayForm
      title="Данные исполнителя в ФНС"
      fields={[
        INN,
        { name: "lastName", label: "Фамилия" },
        { name: "firstName", label: "Имя" },
        { name: "middleName", label: "Отчество", isOptional: true },
        { name: "currentInn", label: "Новый ИНН", isOptional: true },
      ]}
      button="Изменить"
      done="Данные изменены"
      send={(requisites) => sandbox.renameTaxpayer(requisites)}
    />
  );
}

function Accrual() {
  return (
    <PlayForm
      title="Начисление налога"
      fields={[INN, { name: "period", label: "Месяц", hint: "Год и месяц: 202610" }, { name: "tax", label: "Налог, ₽", hint: "0 снимает начисление" }, { name: "penalty", label: "Пени, ₽", isOptional: true }]}
      button="Начислить"
      done="Начисление сохранено"
      send={({ inn, period, tax, penalty }) => sandbox.setAccrual({ inn, period, tax: rublesOf(tax), penalty: rublesOf(penalty || "0") })}
    />
  );
}

/** @throws ConsoleHttpError with words for the toast. */
function rublesOf(text: string): number {
  const read = readRubles(text);
  if (!read.ok) throw new ConsoleHttpError({ message: read.message, statusCode: 422, code: "invalid" });
  return read.rubles;
}
