import { useInvalidate } from "@refinedev/core";
import { Form, Input, Radio } from "antd";
import { useEffect, useRef, useState } from "react";
import { BANK_PROVIDER, type BankProvider } from "#contract/definitions/payment-types.ts";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { INVOICE_RUBLES } from "#contract/invoices/invoice-bounds.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { formatRubles, readRubles } from "#console/format/money.ts";
import type { ModalControls, ModalProps } from "#console/modals/modal-props.ts";
import { useAction, useDownload } from "#console/providers/data/use-endpoint.ts";
import AntdFrame from "#console/ui/antd-frame.tsx";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { ServerForm } from "#console/ui/server-form.tsx";
import { INVOICES, invoiceName } from "./invoice-words.ts";

interface Values {
  /** As it is typed: «1 234,50». */
  readonly amount: string;
  readonly bankProvider: BankProvider;
}

const LABELS = { amount: "Сумма, ₽", bankProvider: "На какой счёт платформы" } as const;

/** Issues an invoice and hands it over at once: whoever tops the balance up needs the paper, not a line of a list. */
export default function BalanceTopUpModal({ suggestedRubles, close }: ModalProps["balance-top-up"] & ModalControls) {
  const [issued, setIssued] = useState<Invoice | null>(null);
  if (issued) return <Issued invoice={issued} onClose={close} />;
  return (
    <AntdFrame>
      <IssueForm suggestedRubles={suggestedRubles} onIssued={setIssued} onClose={close} />
    </AntdFrame>
  );
}

function IssueForm({ suggestedRubles, onIssued, onClose }: { suggestedRubles: number | undefined; onIssued: (invoice: Invoice) => void; onClose: () => void }) {
  const { run, isRunning } = useAction(invoiceEndpoints.issue, { silent: true });
  const invalidate = useInvalidate();
  const handleSubmit = async ({ amount, bankProvider }: Values) => {
    const read = readRubles(amount);
    if (!read.ok) return;
    onIssued(await run({ query: { amount: read.rubles, bankProvider } }));
    await invalidate({ resource: INVOICES, dataProviderName: "client", invalidates: ["list"] });
  };
  return (
    <ServerForm<Values>
      onSubmit={handleSubmit}
      submitTitle="Выставить счёт"
      labels={LABELS}
      initialValues={{ bankProvider: "MAIN", ...(suggestedRubles === undefined ? {} : { amount: String(suggestedRubles).replace(".", ",") }) }}
      extra={
        <LightButton look="plain" disabled={isRunning} onClick={onClose}>
          Закрыть
        </LightButton>
      }
    >
      <Form.Item name="amount" label={LABELS.amount} validateTrigger="onSubmit" rules={[{ validator: checkAmount }]} extra="Сколько нужно на балансе: выплаты исполнителям вместе с комиссией платформы">
        <Input inputMode="decimal" autoComplete="off" maxLength={20} placeholder="100 000,00" />
      </Form.Item>
      <Form.Item name="bankProvider" label={LABELS.bankProvider}>
        <Radio.Group options={BANK_PROVIDER.definitions.map(({ id, title }) => ({ value: id, label: title }))} />
      </Form.Item>
    </ServerForm>
  );
}

/** What to do with the invoice that is there now. */
function Issued({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const download = useDownload(invoiceEndpoints.file);
  const [isLoading, setIsLoading] = useState(false);
  const words = useRef<HTMLParagraphElement>(null);
  // The form that had the focus is gone.
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
      <p className="muted">В назначении платежа укажите номер счёта: по нему и по ИНН платёж попадёт на баланс. В файле есть QR-код для приложения банка</p>
      <div className="row">
        <LightButton isBusy={isLoading} onClick={() => void handleDownload()}>
          Скачать PDF
        </LightButton>
        <LightButton look="plain" onClick={onClose}>
          Закрыть
        </LightButton>
      </div>
    </>
  );
}

function checkAmount(_: unknown, text: string | undefined): Promise<void> {
  const read = readRubles(text ?? "");
  if (!read.ok) return Promise.reject(new Error(read.message));
  const { min, max } = INVOICE_RUBLES;
  if (read.rubles < min) return Promise.reject(new Error(`Укажите сумму не меньше ${formatRubles(min)}`));
  return read.rubles > max ? Promise.reject(new Error(`Один счёт может быть не больше ${formatRubles(max)}. Выставьте несколько`)) : Promise.resolve();
}
