import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { useEffect, useMemo } from "react";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { INVOICE_STATE } from "#contract/invoices/invoice-states.ts";
import { formatRubles } from "#web/format/money.ts";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { useIdle } from "#web/live/use-idle.ts";
import { invoiceColumns } from "./invoice-columns.tsx";
import { INVOICES, invoiceName } from "./invoice-labels.ts";
import { useSandboxPayment } from "./use-sandbox-payment.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("Найти по номеру"),
  filter.manyOf("stateID", "Состояние", INVOICE_STATE.definitions),
  filter.period("Выставлен"),
];

export default function InvoiceList() {
  const download = useDownload(invoiceEndpoints.file);
  const { show } = useModal();
  const pay = useSandboxPayment();
  const columns = useMemo(
    () =>
      invoiceColumns({
        onDownload: ({ id }) => void download({ params: { id } }),
        onCancel: (invoice) =>
          show({ title: "Отменить счёт", content: <CancelForm invoice={invoice} /> }),
        onPay: pay && ((invoice) => void pay(invoice)),
      }),
    [download, show, pay],
  );
  return (
    <ListPage<Invoice>
      resource={INVOICES}
      title="Счета"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["счёт", "счёта", "счетов"]}
      actions={(list) => (list.total > 0 || list.isLoading ? <IssueButton /> : null)}
      empty={<EmptyList />}
    />
  );
}

function CancelForm({ invoice }: { readonly invoice: Invoice }) {
  const { id, amount } = invoice;
  return (
    <RecordForm
      endpoint={invoiceEndpoints.cancel}
      id={id}
      sentence={`${invoiceName(invoice)} на ${formatRubles(amount)} перестанет действовать. Если платёж по нему уже отправлен, не отменяйте: деньги зачислятся, когда придут`}
      submitTitle="Отменить счёт"
      backTitle="Оставить"
      input={() => ({ params: { id } })}
      done={`${invoiceName(invoice)} отменён`}
      isDangerous
    />
  );
}

function IssueButton() {
  const can = useCan(right("invoices.create")).data?.can;
  const { open, prefetch } = useModal();
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle && can) prefetch("balance-top-up");
  }, [isIdle, can, prefetch]);
  return can ? (
    <Button type="primary" onClick={() => open("balance-top-up", {})}>
      Выставить счёт
    </Button>
  ) : null;
}

function EmptyList() {
  const { data: access } = useCan(right("invoices.create"));
  return (
    <>
      <p>
        Счетов пока нет. Выставьте счёт и оплатите его со счёта компании: деньги появятся на
        балансе, как только платёж придёт
      </p>
      {access?.can ? <IssueButton /> : <p className="muted">{access?.reason}</p>}
    </>
  );
}
