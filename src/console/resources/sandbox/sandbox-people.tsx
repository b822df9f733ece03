import { useState } from "react";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { REGISTRATION_STATUS } from "#contract/workman-registration/registration-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { formatRubles, readRubles } from "#console/format/money.ts";
import { PhoneText } from "#console/ui/phone-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { sandbox, type SandboxPerson } from "./sandbox-calls.ts";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";

/** Roles and the workers in special states come first; the rest of the demonstration are many of a kind. */
const FIRST = 25;

/** Whom one may sign in as, and the button that brings money to a customer. */
export function SandboxPeople() {
  const { data, error } = useSandboxRead(sandbox.people);
  const [isWhole, setIsWhole] = useState(false);
  const people = data?.items ?? [];
  const accounts = [...new Map(people.flatMap(({ account }) => (account ? [[account.id, account.title] as const] : []))).entries()];
  return (
    <section className="card">
      <h2>Кем можно войти</h2>
      {error ? <p className="field-error">{error}</p> : null}
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Люди песочницы">
        <table className="light-table">
          <thead>
            <tr>
              <th scope="col">Телефон</th>
              <th scope="col">Имя</th>
              <th scope="col">Кто</th>
              <th scope="col">Состояние</th>
            </tr>
          </thead>
          <tbody>
            {(isWhole ? people : people.slice(0, FIRST)).map((person) => (
              <tr key={`${person.phone}-${person.account?.id ?? "workman"}`}>
                <td>
                  <PhoneText phone={person.phone} />
                </td>
                <td>{person.name}</td>
                <td>{whoIs(person)}</td>
                <td>{statesOf(person)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {people.length > FIRST ? (
          <LightButton look="link" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? "Показать первых" : `Показать всех: ${people.length}`}
          </LightButton>
        ) : null}
      </div>
      {accounts.length > 0 ? <TopUp accounts={accounts} /> : null}
    </section>
  );
}

function TopUp({ accounts }: { accounts: readonly (readonly [id: number, title: string])[] }) {
  const [accountId, setAccountId] = useState(accounts[0]?.[0] ?? 0);
  const [amount, setAmount] = useState("1 000 000");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const topUp = () => {
    const read = readRubles(amount);
    setErrors(read.ok ? [] : [read.message]);
    if (read.ok) void runSandbox(() => sandbox.topUp(accountId, read.rubles), `Баланс пополнен на ${formatRubles(read.rubles)}`);
  };
  return (
    <>
      <h3>Пополнить баланс заказчика</h3>
      <div className="row sandbox-fields">
        <label className="field">
          <span className="field-label">Заказчик</span>
          <select className="input" value={accountId} onChange={(event) => setAccountId(Number(event.target.value))}>
            {accounts.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <LightField label="Сумма, ₽" inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} errors={errors} />
        <LightButton look="plain" onClick={topUp}>
          Пополнить
        </LightButton>
      </div>
    </>
  );
}

/** The states in the words of the product: «Активен · Подтверждён · Регистрация завершена». */
function statesOf({ kind, state, smzState, registrationStatus }: SandboxPerson): string {
  const words = kind === "workman" ? [titleOf(WORKMAN_STATE, state), titleOf(SMZ_STATE, smzState), titleOf(REGISTRATION_STATUS, registrationStatus)] : [titleOf(ACCOUNT_STATE, state)];
  return words.filter(Boolean).join(" · ");
}

/** A state of a newer server has no title here: it is shown as it came. */
function titleOf(states: { readonly titles: Readonly<Record<string, string>> }, id: string | null): string {
  return id === null ? "" : (states.titles[id] ?? id);
}

function whoIs({ kind, role, account }: SandboxPerson): string {
  return kind === "workman" ? "Исполнитель" : [role?.title, account?.title].filter(Boolean).join(", ");
}
