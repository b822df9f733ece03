import type { Invoice } from "#contract/invoices/invoice.ts";
import { INVOICE_STATE } from "#contract/invoices/invoice-states.ts";
import { formatDay } from "#web/format/dates.ts";
import { FileButton } from "#console/kit/file-button.tsx";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { invoiceName, isOverdue } from "./invoice-labels.ts";
import { isPayable, PAY_IN_SANDBOX } from "./use-sandbox-payment.ts";

interface InvoiceActions {
  readonly onDownload: (invoice: Invoice) => void;
  readonly onCancel: (invoice: Invoice) => void;
  /** In the demonstration. */
  readonly onPay: ((invoice: Invoice) => void) | null;
}

export function invoiceColumns({
  onDownload,
  onCancel,
  onPay,
}: InvoiceActions): ListColumn<Invoice>[] {
  return [
    {
      ...column.text<Invoice>(
        "number",
        "№",
        (invoice) =>
          invoice.permissions.download ? (
            <FileButton onDownload={() => onDownload(invoice)}>
              <span className="num">{invoice.number}</span>
            </FileButton>
          ) : (
            <span className="num">{invoice.number}</span>
          ),
        {
          sortField: "number",
          width: 90,
          isFixed: true,
          part: "name",
        },
      ),
      plain: invoiceName,
    },
    column.state(
      "state",
      "Состояние",
      (invoice) => ({
        title: invoice.state.title,
        tone: INVOICE_STATE.tones[invoice.state.stateID],
      }),
      { states: INVOICE_STATE },
    ),
    column.money("amount", "Сумма", ({ amount }) => amount, { sortField: "amount" }),
    column.money("paid", "Оплачено", ({ paidAmount }) => paidAmount),
    column.date("paidAt", "Оплачен", ({ paidAt }) => paidAt, { isDay: true }),
    column.text("validUntil", "Оплатить до", (invoice) => <DueDay invoice={invoice} />),
    column.date("createdAt", "Выставлен", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      isDay: true,
      width: 124,
      part: "day",
    }),
    column.text("bank", "Счёт зачисления", ({ bankProvider }) => bankProvider.title, {
      isHidden: true,
    }),
    column.actions<Invoice>(invoiceName, (invoice) => [
      ...(invoice.permissions.download
        ? [{ key: "download", label: "Скачать PDF", onClick: () => onDownload(invoice) }]
        : []),
      ...(onPay && isPayable(invoice)
        ? [{ key: "pay", label: PAY_IN_SANDBOX, onClick: () => onPay(invoice) }]
        : []),
      ...(invoice.permissions.cancel
        ? [
            {
              key: "cancel",
              label: "Отменить счёт",
              isDangerous: true,
              onClick: () => onCancel(invoice),
            },
          ]
        : []),
    ]),
  ];
}

function DueDay({ invoice }: { readonly invoice: Invoice }) {
  const day = formatDay(invoice.validUntil);
  if (!isOverdue(invoice)) return day;
  // «Просрочен» already says so.
  return (
    <span className="overdue">
      {invoice.state.stateID === "expired" ? day : `${day}, срок прошёл`}
    </span>
  );
}
