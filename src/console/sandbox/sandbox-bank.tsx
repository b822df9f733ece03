import { Button, Input } from "antd";
import { useState } from "react";
import { REASONS } from "#contract/definitions/reasons.ts";
import { formatRubles } from "#web/format/money.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { sandbox, type BankOrder } from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns, SandboxList } from "./sandbox-card.tsx";
import { SandboxForm } from "./sandbox-form.tsx";
import { SandboxSwitches } from "./sandbox-switches.tsx";
import { useSandboxRead } from "./use-sandbox.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

const STATUSES: Readonly<Record<BankOrder["status"], string>> = {
  PENDING: "ждёт ответа банка",
  HELD: "придержано, ждёт хозяина",
  DONE: "исполнено",
  REJECTED: "отказано",
  RETURNED: "возвращено",
};
const KINDS: Readonly<Record<string, string>> = {
  CARD: "на карту",
  PAYMENT_ACCOUNT: "на счёт",
  SBP: "по СБП",
};

export function SandboxBank() {
  return (
    <SandboxColumns
      left={
        <>
          <Orders />
        </>
      }
      right={
        <>
          <SandboxSwitches service="bank" title="Как ведёт себя банк" />
        </>
      }
    />
  );
}

function Orders() {
  const [search, setSearch] = useState("");
  const { data, error, isLoading, reload } = useSandboxRead(["orders", search], () =>
    sandbox.bankOrders(search),
  );
  const { show } = useModal();
  const endHold = async ({ orderId }: BankOrder, isConfirmed: boolean) => {
    await sandbox.endHold(orderId, isConfirmed);
    reload();
  };
  return (
    <SandboxCard
      title="Поручения банку"
      hint="Исполненное поручение можно вернуть, будто получатель не найден"
      error={error}
      onReload={reload}
    >
      <Input.Search
        aria-label="Найти поручение"
        placeholder="Номер, ИНН или имя получателя"
        allowClear
        maxLength={100}
        onSearch={setSearch}
      />
      <SandboxList<BankOrder>
        items={data?.items}
        isLoading={isLoading}
        empty={
          search === ""
            ? "Поручений пока нет. Они появятся с первой выплатой"
            : "Поручений не нашлось. Измените поиск"
        }
        keyOf={({ orderId }) => orderId}
        title={({ amount, kind, recipientName }) =>
          `${formatRubles(amount)} ${KINDS[kind] ?? ""}, ${recipientName}`
        }
        details={({ takenAt, status, reason, difference }) => (
          <>
            <DateText value={takenAt} />, {STATUSES[status]}
            {reason
              ? `: ${(REASONS.payoutFailure.titles as Readonly<Record<string, string>>)[reason] ?? reason}`
              : null}
            {difference ? <div>Сверка: {difference}</div> : null}
          </>
        )}
        actions={(order) =>
          order.status === "DONE" ? (
            <Button
              size="small"
              aria-label={`Вернуть: ${order.recipientName}, ${formatRubles(order.amount)}`}
              onClick={() => show(returnWindow(order))}
            >
              Вернуть…
            </Button>
          ) : order.status === "HELD" ? (
            <>
              <Button size="small" onClick={() => void endHold(order, true)}>
                Подтвердить
              </Button>
              <Button size="small" onClick={() => void endHold(order, false)}>
                Отказать
              </Button>
            </>
          ) : null
        }
      />
    </SandboxCard>
  );
}

function returnWindow({ amount, orderId }: BankOrder): ShownWindow {
  return {
    title: `Вернуть ${formatRubles(amount)}`,
    widthPx: 520,
    content: (
      <SandboxForm
        fields={[
          {
            name: "reason",
            label: "Причина возврата",
            kind: "choice",
            choices: REASONS.payoutFailure.definitions,
          },
        ]}
        initialValues={{ reason: "ACCOUNT_CLOSED" }}
        submitTitle="Вернуть деньги"
        done="Банк вернул деньги"
        send={({ reason }) => sandbox.returnOrder(orderId, String(reason))}
      />
    ),
  };
}
