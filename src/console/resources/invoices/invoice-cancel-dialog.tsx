import { useInvalidate } from "@refinedev/core";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { formatRubles } from "#console/format/money.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { ConfirmDialog } from "#console/ui/light/confirm-dialog.tsx";
import { INVOICES, invoiceName } from "./invoice-words.ts";

/** Takes an unpaid invoice back after a question; a refusal of the server is a toast. */
export function InvoiceCancelDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const name = invoiceName(invoice);
  const { run, isRunning } = useAction(invoiceEndpoints.cancel, { done: `${name} отменён` });
  const invalidate = useInvalidate();
  const handleConfirm = async () => {
    await run({ params: { id: invoice.id } });
    onClose();
    await invalidate({ resource: INVOICES, dataProviderName: "client", invalidates: ["list"] });
  };
  return (
    <ConfirmDialog title="Отменить счёт" submitTitle="Отменить счёт" backTitle="Оставить" isBusy={isRunning} onClose={onClose} onConfirm={handleConfirm}>
      {name} на {formatRubles(invoice.amount)} перестанет действовать. Если платёж по нему уже отправлен, не отменяйте: деньги зачислятся, когда придут
    </ConfirmDialog>
  );
}
