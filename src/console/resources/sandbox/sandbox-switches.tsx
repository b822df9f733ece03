import { useCallback, useState, type FormEvent } from "react";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { sandbox, type Switches } from "./sandbox-calls.ts";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";

const SERVICES = [
  { id: "bank", title: "Банк" },
  { id: "tax-service", title: "«Мой налог» (ФНС)" },
  { id: "sms", title: "СМС" },
  { id: "mail", title: "Почта" },
] as const;

/** Words of the switches; a service has some of them. */
const WORDS: Readonly<Record<string, string>> = {
  outOfReach: "Не отвечает",
  answerAfterSeconds: "Отвечать через, секунд",
  failNext: "Отказать следующим, штук",
  failReason: "Причина отказа",
  returnNext: "Вернуть следующие, штук",
  returnReason: "Причина возврата",
  returnAfterSeconds: "Вернуть через, секунд",
  bindAnswer: "Запросы доступа: CONFIRM — дать, REFUSE — отказать, WAIT — ждать",
  bindAfterSeconds: "Ответить на запрос доступа через, секунд",
  failReferences: "Не выдать следующие справки, штук",
};

/** How the bank, the tax service and the SMS gateway behave from now on. */
export function SandboxSwitches() {
  return (
    <div className="cards">
      {SERVICES.map((service) => (
        <Service key={service.id} {...service} />
      ))}
    </div>
  );
}

function Service({ id, title }: { id: string; title: string }) {
  const read = useCallback(() => sandbox.switches(id), [id]);
  const { data, error, set } = useSandboxRead(read);
  const [changed, setChanged] = useState<Switches>({});
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void runSandbox(async () => set(await sandbox.setSwitches(id, changed)), `${title}: настройки применены`).then(() => setChanged({}));
  };
  const change = (name: string, value: string | number | boolean) => setChanged({ ...changed, [name]: value });
  return (
    <section className="card">
      <h2>{title}</h2>
      {error ? <p className="field-error">{error}</p> : null}
      <form onSubmit={handleSubmit}>
        {Object.entries({ ...data, ...changed })
          .filter(([name]) => WORDS[name])
          .map(([name, value]) =>
            typeof value === "boolean" ? (
              <label key={name} className="field row">
                <input type="checkbox" checked={value} onChange={(event) => change(name, event.target.checked)} />
                {WORDS[name]}
              </label>
            ) : typeof value === "number" ? (
              <LightField key={name} label={WORDS[name] ?? name} type="number" min={0} value={value} onChange={(event) => change(name, event.target.valueAsNumber || 0)} />
            ) : (
              <LightField key={name} label={WORDS[name] ?? name} value={value} onChange={(event) => change(name, event.target.value)} />
            ),
          )}
        <LightButton type="submit" look="plain" disabled={Object.keys(changed).length === 0}>
          Применить
        </LightButton>
      </form>
    </section>
  );
}
