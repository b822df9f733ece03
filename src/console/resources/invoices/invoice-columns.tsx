import { useState } from "react";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import type { PagedColumn } from "#console/ui/paged-table.tsx";
import { StateTag } from "#console/ui/state-tag.tsx";
import { INVOICE_TONES, invoiceName, isOverdue } from "./invoice-words.ts";

interface InvoiceActions {
  readonly onDownload: (invoice: Invoice) => Promise<void>;
  readonly onCancel: (invoice: Invoice) => void;
}

/** Columns of the list; which buttons a row has, its own flags say. */
export function invoiceColumns(actions: InvoiceActions): PagedColumn<Invoice>[] {
  return [
    { key: "number", title: "№", sortField: "number", width: 108, render: (invoice) => <NumberCell invoice={invoice} /> },
    { key: "state", title: "Состояние", width: 165, render: ({ state }) => <StateTag tone={INVOICE_TONES[state.stateID]}>{state.title}</StateTag> },
    { key: "amount", title: "Сумма", sortField: "amount", align: "right", width: 140, render: ({ amount }) => <MoneyText rubles={amount} /> },
    { key: "paid", title: "Оплачено", align: "right", width: 140, render: (invoice) => <PaidCell invoice={invoice} /> },
    { key: "validUntil", title: "Оплатить до", width: 132, render: (invoice) => <DueCell invoice={invoice} /> },
    { key: "createdAt", title: "Выставлен", sortField: "createdAt", width: 130, render: ({ createdAt }) => <DateText value={createdAt} isDay /> },
    { key: "actions", title: "Действия", width: 140, render: (invoice) => <ActionsCell invoice={invoice} {...actions} /> },
  ];
}

function NumberCell({ invoice: { number, bankProvider } }: { invoice: Invoice }) {
  return (
    <>
      <span className="num">{number}</span>
      <small className="muted cell-line">{bankProvider.title}</small>
    </>
  );
}

function PaidCell({ invoice: { paidAmount, paidAt } }: { invoice: Invoice }) {
  return (
    <>
      <MoneyText rubles={paidAmount} />
      {paidAt === null ? null : (
        <small className="muted cell-line">
          <DateText value={paidAt} isDay />
        </small>
      )}
    </>
  );
}

function DueCell({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <DateText value={invoice.validUntil} isDay />
      {isOverdue(invoice) ? <small className="cell-line invoice-overdue">срок прошёл</small> : null}
    </>
  );
}

function ActionsCell({ invoice, onDownload, onCancel }: { invoice: Invoice } & InvoiceActions) {
  const [isLoading, setIsLoading] = useState(false);
  const handleDownload = async () => {
    setIsLoading(true);
    await onDownload(invoice);
    setIsLoading(false);
  };
  const name = invoiceName(invoice);
  return (
    <span className="invoice-buttons">
      {invoice.permissions.download ? (
        <LightButton look="link" isBusy={isLoading} aria-label={`Скачать PDF: ${name}`} onClick={() => void handleDownload()}>
          Скачать PDF
        </LightButton>
      ) : null}
      {invoice.permissions.cancel ? (
        <LightButton look="link" aria-label={`Отменить: ${name}`} onClick={() => onCancel(invoice)}>
          Отменить
        </LightButton>
      ) : null}
    </span>
  );
}
