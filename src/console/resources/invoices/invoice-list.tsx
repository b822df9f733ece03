import { useEffect, useMemo, useState } from "react";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { useModal } from "#console/modals/use-modal.ts";
import { useAccess } from "#console/providers/access.ts";
import { useDownload } from "#console/providers/data/use-endpoint.ts";
import { useIdle } from "#console/providers/use-idle.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { PagedTable } from "#console/ui/paged-table.tsx";
import { usePagedList } from "#console/ui/use-paged-list.ts";
import { InvoiceCancelDialog } from "./invoice-cancel-dialog.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { InvoiceListFilters } from "./invoice-list-filters.tsx";
import { INVOICES } from "./invoice-words.ts";
import "./invoices.css";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;

/** Invoices of the company: what was asked for, what has come, what to pay by when; the address holds page, order and filters. */
export default function InvoiceList() {
  const list = usePagedList<Invoice>({ resource: INVOICES, order: NEWEST_FIRST });
  const download = useDownload(invoiceEndpoints.file);
  const [canceled, setCanceled] = useState<Invoice | null>(null);
  const columns = useMemo(() => invoiceColumns({ onDownload: ({ id }) => download({ params: { id } }), onCancel: setCanceled }), [download]);
  const isStarted = list.total > 0 || list.isLoading;
  return (
    <>
      <h1>Счета</h1>
      {isStarted ? (
        <div className="invoice-actions">
          <IssueButton />
        </div>
      ) : null}
      <PagedTable list={list} label="Счета на оплату" columns={columns} countWords={["счёт", "счёта", "счетов"]} filters={<InvoiceListFilters list={list} />} empty={<EmptyList />} />
      {canceled ? <InvoiceCancelDialog invoice={canceled} onClose={() => setCanceled(null)} /> : null}
    </>
  );
}

/** Nobody without the right sees it; the window behind it loads while the page is idle. */
function IssueButton() {
  const { can } = useAccess()("invoices.create");
  const { open, prefetch } = useModal();
  const isIdle = useIdle();
  useEffect(() => {
    if (isIdle && can) prefetch("balance-top-up");
  }, [isIdle, can, prefetch]);
  if (!can) return null;
  return (
    <LightButton isSmall onClick={() => open("balance-top-up", {})}>
      Выставить счёт
    </LightButton>
  );
}

function EmptyList() {
  const { can, reason } = useAccess()("invoices.create");
  return (
    <>
      <p>Счетов пока нет. Выставьте счёт и оплатите его со счёта компании: деньги появятся на балансе, как только платёж придёт</p>
      {can ? <IssueButton /> : <p className="muted">{reason}</p>}
    </>
  );
}
