import { Button, Flex, Input, Select } from "antd";
import { useState } from "react";
import { formatRubles, readRubles } from "#web/format/money.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { sandbox, type UnpaidInvoice, type UnrecognizedPayment } from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns, SandboxList } from "./sandbox-card.tsx";
import { SandboxForm, type SandboxField } from "./sandbox-form.tsx";
import { useSandboxAction, useSandboxRead } from "./use-sandbox.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

export function SandboxMoney() {
  return (
    <SandboxColumns
      left={
        <>
          <Invoices />
        </>
      }
      right={
        <>
          <Unrecognized />
          <AnyPayment />
          <TopUp />
        </>
      }
    />
  );
}

/** Pays as the customer's bank, in full or in part. */
function Invoices() {
  const { data, error, isLoading, reload } = useSandboxRead(["invoices"], sandbox.invoices);
  return (
    <SandboxCard
      title="Счета, которые ждут оплаты"
      hint="Оплата попадёт в выписку банка, платформа зачтёт её через несколько секунд"
      error={error}
      onReload={reload}
    >
      <SandboxList<UnpaidInvoice>
        items={data?.items}
        isLoading={isLoading}
        empty="Неоплаченных счетов нет. Выставьте счёт в кабинете заказчика"
        keyOf={({ id }) => String(id)}
        title={({ number, account }) => `№ ${number}, ${account}`}
        details={({ amount, left }) =>
          `${formatRubles(amount)}${left === amount ? "" : `, осталось ${formatRubles(left)}`}`
        }
        actions={(invoice) => <Pay invoice={invoice} />}
      />
    </SandboxCard>
  );
}

function Pay({ invoice: { id, number, left } }: { readonly invoice: UnpaidInvoice }) {
  const { show } = useModal();
  const act = useSandboxAction();
  const [amount, setAmount] = useState(() => String(left).replace(".", ","));
  const read = readRubles(amount);
  const pay = () =>
    read.ok &&
    void act(
      () => sandbox.payInvoice(id, { amount: read.rubles }),
      `Оплата ${formatRubles(read.rubles)} по счёту № ${number} ушла в банк`,
    );
  return (
    <Flex gap={6} wrap justify="end">
      <Input
        style={{ width: 104 }}
        inputMode="decimal"
        aria-label={`Сумма оплаты счёта № ${number}, ₽`}
        status={read.ok ? undefined : "error"}
        title={read.ok ? undefined : read.message}
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Button disabled={!read.ok} onClick={pay}>
        Оплатить счёт
      </Button>
      <Button
        aria-label={`Оплатить с ошибкой счёт № ${number}`}
        onClick={() => show(distortedPaymentWindow({ id, number, left }))}
      >
        С ошибкой…
      </Button>
    </Flex>
  );
}

function distortedPaymentWindow({
  id,
  number,
  left,
}: Pick<UnpaidInvoice, "id" | "number" | "left">): ShownWindow {
  return {
    title: `Оплатить счёт № ${number} с ошибкой`,
    widthPx: 520,
    content: (
      <SandboxForm
        fields={[
          { name: "amount", label: "Сумма, ₽", kind: "rubles" },
          {
            name: "purpose",
            label: "Назначение платежа",
            kind: "words",
            isOptional: true,
            hint: "Пусто — верное назначение с номером счёта",
          },
          {
            name: "payerInn",
            label: "ИНН плательщика",
            isOptional: true,
            hint: "Пусто — ИНН компании",
          },
        ]}
        initialValues={{ amount: String(left).replace(".", ","), purpose: "Оплата по договору" }}
        submitTitle="Отправить платёж"
        done={`Платёж с ошибкой по счёту № ${number} ушёл в банк`}
        send={(values) =>
          sandbox.payInvoice(id, values as { amount: number; purpose?: string; payerInn?: string })
        }
      />
    ),
  };
}

/** Assigns a payment to a company, as the platform's employee. */
function Unrecognized() {
  const { data, error, isLoading, reload } = useSandboxRead(
    ["unrecognized"],
    sandbox.unrecognizedPayments,
  );
  const { data: invoices } = useSandboxRead(["invoices"], sandbox.invoices);
  const { show } = useModal();
  const choices = (invoices?.items ?? []).map(({ id, number, account, left }) => ({
    id,
    title: `№ ${number}, ${account}: ${formatRubles(left)}`,
  }));
  return (
    <SandboxCard
      title="Нераспознанные платежи"
      hint="Деньги пришли, а чьи они, непонятно. Сотрудник платформы зачисляет такой платёж по счёту"
      error={error}
      onReload={reload}
    >
      <SandboxList<UnrecognizedPayment>
        items={data?.items}
        isLoading={isLoading}
        empty="Нераспознанных платежей нет. Оплатите счёт с ошибкой в назначении и ИНН"
        keyOf={({ id }) => String(id)}
        title={({ amount, payerName, payerInn }) =>
          `${formatRubles(amount)}, ${payerName}, ИНН ${payerInn}`
        }
        details={({ purpose, receivedAt, guess }) => (
          <>
            «{purpose}», <DateText value={receivedAt} />
            {guess ? `. О платеже сообщили: ${guess}` : null}
          </>
        )}
        actions={(payment) => (
          <Button
            aria-label={`Зачислить платёж ${formatRubles(payment.amount)}`}
            disabled={choices.length === 0}
            onClick={() => show(matchWindow(payment, choices))}
          >
            Зачислить…
          </Button>
        )}
      />
    </SandboxCard>
  );
}

function matchWindow(
  { amount, id }: UnrecognizedPayment,
  choices: NonNullable<SandboxField["choices"]>,
): ShownWindow {
  return {
    title: `Зачислить ${formatRubles(amount)}`,
    widthPx: 520,
    content: (
      <SandboxForm
        fields={[{ name: "invoiceID", label: "По какому счёту", kind: "choice", choices }]}
        submitTitle="Зачислить"
        done="Платёж зачислен"
        send={({ invoiceID }) => sandbox.matchPayment(id, Number(invoiceID))}
      />
    ),
  };
}

const PAYMENT_FIELDS = [
  { name: "amount", label: "Сумма, ₽", kind: "rubles" },
  { name: "payerInn", label: "ИНН плательщика" },
  { name: "payerName", label: "Плательщик", isOptional: true },
  { name: "purpose", label: "Назначение платежа", kind: "words" },
] as const;

function AnyPayment() {
  return (
    <SandboxCard title="Любой платёж на счёт платформы">
      <SandboxForm
        fields={PAYMENT_FIELDS}
        submitTitle="Отправить платёж"
        done="Платёж ушёл в банк"
        send={(values) =>
          sandbox.sendPayment(values as { amount: number; purpose: string; payerInn: string })
        }
      />
    </SandboxCard>
  );
}

function TopUp() {
  const { data, error, isLoading } = useSandboxRead(["companies"], sandbox.companies);
  const act = useSandboxAction();
  const [chosen, setChosen] = useState<number>();
  const [amount, setAmount] = useState("1 000 000");
  const accountId = chosen ?? data?.items[0]?.id;
  const read = readRubles(amount);
  const topUp = () =>
    read.ok &&
    accountId !== undefined &&
    void act(
      () => sandbox.topUp(accountId, read.rubles),
      `Баланс пополнен на ${formatRubles(read.rubles)}`,
    );
  return (
    <SandboxCard
      title="Пополнить баланс заказчика"
      hint="Без счёта и выписки: деньги сразу на балансе"
      error={error}
    >
      <Flex gap="small" wrap>
        <Select
          style={{ flex: "1 1 200px" }}
          aria-label="Заказчик"
          loading={isLoading}
          value={accountId}
          options={(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          showSearch
          optionFilterProp="label"
          onChange={setChosen}
        />
        <Input
          style={{ flex: "1 1 140px" }}
          aria-label="Сумма, ₽"
          inputMode="decimal"
          status={read.ok ? undefined : "error"}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
        <Button disabled={!read.ok || accountId === undefined} onClick={topUp}>
          Пополнить
        </Button>
      </Flex>
      {read.ok ? null : <p role="alert">{read.message}</p>}
    </SandboxCard>
  );
}
