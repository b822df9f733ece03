import { Skeleton } from "antd";
import { REASONS } from "#contract/definitions/reasons.ts";
import { sandbox } from "./sandbox-calls.ts";
import { SandboxCard } from "./sandbox-card.tsx";
import { SandboxForm, type SandboxField } from "./sandbox-form.tsx";
import { useSandboxRead } from "./use-sandbox.ts";

type Service = "bank" | "tax-service" | "sms" | "mail" | "registrations";

const COMMON: readonly SandboxField[] = [
  { name: "outOfReach", label: "Не отвечает", kind: "flag" },
  { name: "answerAfterSeconds", label: "Отвечать через, секунд", kind: "count" },
  { name: "failNext", label: "Отказать следующим, штук", kind: "count" },
];
const FIELDS: Readonly<Record<Service, readonly SandboxField[]>> = {
  bank: [
    ...COMMON,
    {
      name: "failReason",
      label: "Причина отказа",
      kind: "choice",
      choices: REASONS.payoutFailure.definitions,
    },
    { name: "returnNext", label: "Вернуть следующие, штук", kind: "count" },
    {
      name: "returnReason",
      label: "Причина возврата",
      kind: "choice",
      choices: REASONS.payoutFailure.definitions,
    },
    { name: "returnAfterSeconds", label: "Вернуть через, секунд", kind: "count" },
    { name: "holdNext", label: "Придержать следующие, штук", kind: "count" },
  ],
  "tax-service": [
    ...COMMON,
    {
      name: "failReason",
      label: "Причина отказа",
      kind: "choice",
      choices: REASONS.receiptFailure.definitions,
    },
    { name: "faultNext", label: "Принять следующие и ответить сбоем, штук", kind: "count" },
    { name: "listAfterSeconds", label: "Показывать чеки в списке через, секунд", kind: "count" },
    {
      name: "bindAnswer",
      label: "Запросы доступа",
      kind: "choice",
      choices: [
        { id: "CONFIRM", title: "Давать доступ" },
        { id: "REFUSE", title: "Отказывать" },
        { id: "WAIT", title: "Ждать ответа исполнителя" },
      ],
    },
    { name: "bindAfterSeconds", label: "Отвечать на запрос доступа через, секунд", kind: "count" },
    { name: "failReferences", label: "Не выдать следующие справки, штук", kind: "count" },
  ],
  registrations: [
    { name: "bankAfterSeconds", label: "Банк отвечает через, секунд", kind: "count" },
    {
      name: "bankNext",
      label: "Со следующими анкетами банк",
      kind: "choice",
      choices: [
        { id: "INVALID", title: "Не примет данные" },
        { id: "ERROR", title: "Ответит сбоем" },
        { id: "LOST", title: "Потеряет анкету" },
      ],
    },
    { name: "bankNextCount", label: "Таких анкет, штук", kind: "count" },
    { name: "bankMessage", label: "Что скажет банк" },
    { name: "taxAfterSeconds", label: "ФНС отвечает через, секунд", kind: "count" },
    {
      name: "taxNext",
      label: "Со следующими заявками ФНС",
      kind: "choice",
      choices: [
        { id: "REFUSED", title: "Не примет заявку" },
        { id: "FAILED", title: "Откажет" },
        { id: "FAULT", title: "Ответит сбоем" },
        { id: "LOST", title: "Потеряет заявку" },
      ],
    },
    { name: "taxNextCount", label: "Таких заявок, штук", kind: "count" },
    { name: "taxMessage", label: "Что скажет ФНС" },
  ],
  sms: COMMON,
  mail: COMMON,
};

export function SandboxSwitches({
  service,
  title,
}: {
  readonly service: Service;
  readonly title: string;
}) {
  const { data, error, reload } = useSandboxRead(["switches", service], () =>
    sandbox.switches(service),
  );
  return (
    <SandboxCard title={title} error={error} onReload={reload}>
      {data ? (
        <SandboxForm
          key={JSON.stringify(data)}
          fields={FIELDS[service]}
          initialValues={data}
          submitTitle="Применить"
          done="Настройки применены"
          send={(values) => sandbox.setSwitches(service, values)}
        />
      ) : (
        <Skeleton active />
      )}
    </SandboxCard>
  );
}
