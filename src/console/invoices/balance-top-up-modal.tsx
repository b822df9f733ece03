import { Button, Form, Input, Radio } from "antd";
import { useEffect, useRef, useState } from "react";
import { BANK_PROVIDER, type BankProvider } from "#contract/definitions/payment-types.ts";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { INVOICE_RUBLES } from "#contract/invoices/invoice-bounds.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { formatRubles, readRubles } from "#web/format/money.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { invoiceName } from "./invoice-labels.ts";
import { PAY_IN_SANDBOX, useSandboxPayment } from "./use-sandbox-payment.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { WindowFoot } from "#console/kit/window-foot.tsx";

interface Values {
  /** As typed: «1 234,50». */
  readonly amount: string;
  readonly bankProvider: BankProvider;
}

const LABELS = { amount: "Сумма, ₽", bankProvider: "На какой счёт платформы" } as const;

export default function BalanceTopUpModal({
  suggestedRubles,
  close,
}: ModalProps["balance-top-up"] & ModalControls) {
  const [issued, setIssued] = useState<Invoice | null>(null);
  if (issued) return <Issued invoice={issued} onClose={close} />;
  return (
    <RecordForm
      endpoint={invoiceEndpoints.issue}
      submitTitle="Выставить счёт"
      labels={LABELS}
      initialValues={{
        bankProvider: "MAIN",
        ...(suggestedRubles === undefined
          ? {}
          : { amount: String(suggestedRubles).replace(".", ",") }),
      }}
      input={({ amount, bankProvider }: Values) => ({
        query: { amount: rublesOf(amount), bankProvider },
      })}
      onDone={setIssued}
      staysOpen
    >
      <Form.Item
        name="amount"
        label={LABELS.amount}
        validateTrigger="onSubmit"
        rules={[{ validator: checkAmount }]}
        extra="Сколько нужно на балансе: выплаты исполнителям вместе с комиссией платформы"
      >
        <Input inputMode="decimal" autoComplete="off" maxLength={20} placeholder="100 000,00" />
      </Form.Item>
      <Form.Item name="bankProvider" label={LABELS.bankProvider}>
        <Radio.Group
          options={BANK_PROVIDER.definitions.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Form.Item>
    </RecordForm>
  );
}

function Issued({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const download = useDownload(invoiceEndpoints.file);
  const pay = useSandboxPayment();
  const [isLoading, setIsLoading] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  // The focused form is unmounted.
  useEffect(() => words.current?.focus(), []);
  const handleDownload = async () => {
    setIsLoading(true);
    await download({ params: { id: invoice.id } });
    setIsLoading(false);
  };
  return (
    <>
      <p role="status" tabIndex={-1} ref={words}>
        <strong>
          {invoiceName(invoice)} на {formatRubles(invoice.amount)} выставлен.
        </strong>{" "}
        Оплатите его до <DateText value={invoice.validUntil} isDay /> со счёта компании
      </p>
      <p className="muted">
        В назначении платежа укажите номер счёта: по нему и по ИНН платёж попадёт на баланс. В файле
        есть QR-код для приложения банка
      </p>
      <WindowFoot>
        <Button onClick={onClose}>Закрыть</Button>
        {pay ? (
          <Button onClick={() => void pay(invoice).then(onClose)}>{PAY_IN_SANDBOX}</Button>
        ) : null}
        <Button type="primary" loading={isLoading} onClick={() => void handleDownload()}>
          Скачать PDF
        </Button>
      </WindowFoot>
    </>
  );
}

function rublesOf(text: string): number {
  const read = readRubles(text);
  return read.ok ? read.rubles : 0;
}

function checkAmount(_: unknown, text: string | undefined): Promise<void> {
  const read = readRubles(text ?? "");
  if (!read.ok) return Promise.reject(new Error(read.message));
  const { min, max } = INVOICE_RUBLES;
  if (read.rubles < min)
    return Promise.reject(new Error(`Укажите сумму не меньше ${formatRubles(min)}`));
  return read.rubles > max
    ? Promise.reject(
        new Error(`Один счёт может быть не больше ${formatRubles(max)}. Выставьте несколько`),
      )
    : Promise.resolve();
}
