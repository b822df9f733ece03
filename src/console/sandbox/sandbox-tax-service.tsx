import { Button, Flex, Input } from "antd";
import { useState } from "react";
import { formatRubles } from "#web/format/money.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { sandbox, type BindRequest, type TaxReceipt } from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns, SandboxList } from "./sandbox-card.tsx";
import { SandboxForm } from "./sandbox-form.tsx";
import { SandboxSwitches } from "./sandbox-switches.tsx";
import { useSandboxAction, useSandboxRead } from "./use-sandbox.ts";

/** Polling interval, ms. */
const REQUESTS_EVERY_MS = 5000;

const REQUEST_STATES: Readonly<Record<BindRequest["state"], string>> = {
  WAITING: "ждёт ответа",
  CONFIRMED: "доступ дан",
  REFUSED: "отказано",
};
const RECEIPT_STATES: Readonly<Record<TaxReceipt["status"], string>> = {
  PROCESSING: "формируется",
  REGISTERED: "сформирован",
  REFUSED: "отказано",
  CANCELED: "аннулирован",
};
const INN = { name: "inn", label: "ИНН исполнителя" } as const;

export function SandboxTaxService() {
  return (
    <SandboxColumns
      left={
        <>
          <BindRequests />
          <SandboxCard title="Налогоплательщик" hint="Завести нового или изменить того, кто есть">
            <SandboxForm
              fields={[
                INN,
                { name: "registered", label: "Зарегистрирован как самозанятый", kind: "flag" },
                { name: "bound", label: "Дал платформе доступ", kind: "flag" },
                {
                  name: "mayRegisterIncome",
                  label: "Разрешил регистрировать доходы",
                  kind: "flag",
                },
                {
                  name: "otherIncome",
                  label: "Доход за год вне платформы, ₽",
                  kind: "rubles",
                  isOptional: true,
                },
              ]}
              initialValues={{ registered: true, bound: true, mayRegisterIncome: true }}
              submitTitle="Сохранить"
              done="Налогоплательщик сохранён"
              send={(taxpayer) =>
                sandbox.setTaxpayer(taxpayer as Parameters<typeof sandbox.setTaxpayer>[0])
              }
            />
          </SandboxCard>
          <SandboxCard
            title="Имя и ИНН в ФНС"
            hint="Платформа узнает о смене при следующей проверке"
          >
            <SandboxForm
              fields={[
                INN,
                { name: "lastName", label: "Фамилия" },
                { name: "firstName", label: "Имя" },
                { name: "middleName", label: "Отчество", isOptional: true },
                { name: "currentInn", label: "Новый ИНН", isOptional: true },
              ]}
              submitTitle="Изменить"
              done="Данные изменены"
              send={(requisites) =>
                sandbox.renameTaxpayer(requisites as Parameters<typeof sandbox.renameTaxpayer>[0])
              }
            />
          </SandboxCard>
          <SandboxCard title="Начисление налога">
            <SandboxForm
              fields={[
                INN,
                { name: "period", label: "Месяц", hint: "Год и месяц: 202610" },
                { name: "tax", label: "Налог, ₽", kind: "rubles", hint: "0 снимает начисление" },
                { name: "penalty", label: "Пени, ₽", kind: "rubles", isOptional: true },
              ]}
              submitTitle="Начислить"
              done="Начисление сохранено"
              send={(accrual) =>
                sandbox.setAccrual(accrual as Parameters<typeof sandbox.setAccrual>[0])
              }
            />
          </SandboxCard>
        </>
      }
      right={
        <>
          <Receipts />
          <SandboxCard title="Сообщение ФНС исполнителю">
            <SandboxForm
              fields={[
                INN,
                { name: "title", label: "Заголовок" },
                { name: "text", label: "Текст", kind: "words" },
              ]}
              submitTitle="Отправить"
              done="Сообщение отправлено"
              send={(message) =>
                sandbox.sendTaxMessage(message as Parameters<typeof sandbox.sendTaxMessage>[0])
              }
            />
          </SandboxCard>
          <SandboxSwitches service="tax-service" title="Как ведёт себя «Мой налог»" />
        </>
      }
    />
  );
}

function BindRequests() {
  const { data, error, isLoading, reload } = useSandboxRead(
    ["bind-requests"],
    sandbox.bindRequests,
    REQUESTS_EVERY_MS,
  );
  const act = useSandboxAction();
  const answer = ({ id }: BindRequest, verdict: "confirm" | "refuse") =>
    void act(
      () => sandbox.answerBindRequest(id, verdict),
      verdict === "confirm" ? "Доступ дан" : "В доступе отказано",
    );
  return (
    <SandboxCard title="Запросы доступа" error={error} onReload={reload}>
      <SandboxList<BindRequest>
        items={data?.items}
        isLoading={isLoading}
        empty="Запросов пока нет. Исполнитель просит доступ на странице «Мой налог»"
        keyOf={({ id }) => id}
        title={({ name, inn }) => name || inn}
        details={({ askedAt, state }) => (
          <>
            <DateText value={askedAt} />, {REQUEST_STATES[state]}
          </>
        )}
        actions={(one) =>
          one.state === "WAITING" ? (
            <Flex gap={6} wrap>
              <Button
                size="small"
                type="primary"
                aria-label={`Дать доступ: ${one.name || one.inn}`}
                onClick={() => answer(one, "confirm")}
              >
                Дать доступ
              </Button>
              <Button
                size="small"
                aria-label={`Отказать: ${one.name || one.inn}`}
                onClick={() => answer(one, "refuse")}
              >
                Отказать
              </Button>
            </Flex>
          ) : null
        }
      />
    </SandboxCard>
  );
}

function Receipts() {
  const [search, setSearch] = useState("");
  const { data, error, isLoading, reload } = useSandboxRead(["receipts", search], () =>
    sandbox.receipts(search),
  );
  const act = useSandboxAction();
  return (
    <SandboxCard
      title="Чеки в «Мой налог»"
      hint="Исполнитель может аннулировать свой чек сам"
      error={error}
      onReload={reload}
    >
      <Input.Search
        aria-label="Найти чек"
        placeholder="Номер чека или ИНН"
        allowClear
        maxLength={100}
        onSearch={setSearch}
      />
      <SandboxList<TaxReceipt>
        items={data?.items}
        isLoading={isLoading}
        empty={
          search === ""
            ? "Чеков пока нет. Они появятся с первой выплатой"
            : "Чеков не нашлось. Измените поиск"
        }
        keyOf={({ id, inn, operationAt }) => id || `${inn}-${operationAt}`}
        title={({ amount, serviceName, link }) =>
          link ? (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
            >{`${formatRubles(amount)}, ${serviceName}`}</a>
          ) : (
            `${formatRubles(amount)}, ${serviceName}`
          )
        }
        details={({ inn, operationAt, status, canceledBy }) => (
          <>
            ИНН {inn}, <DateText value={operationAt} />, {RECEIPT_STATES[status]}
            {canceledBy === "WORKMAN" ? " исполнителем" : null}
          </>
        )}
        actions={({ id, status, amount }) =>
          status === "REGISTERED" ? (
            <Button
              size="small"
              danger
              aria-label={`Аннулировать чек на ${formatRubles(amount)}`}
              onClick={() =>
                void act(() => sandbox.annulReceipt(id), "Исполнитель аннулировал чек")
              }
            >
              Аннулировать
            </Button>
          ) : null
        }
      />
    </SandboxCard>
  );
}
