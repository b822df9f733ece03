import { useCallback } from "react";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { INVOICE_TRANSITIONS } from "#contract/invoices/invoice-states.ts";
import { useSandboxAction } from "#console/sandbox/use-sandbox.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { invoiceName } from "./invoice-labels.ts";

export const PAY_IN_SANDBOX = "Оплатить счёт в песочнице";

/**
 * What is left of an invoice is paid by the simulated bank, for whoever tries the product: in the
 * demonstration there is no other bank to pay it in.
 *
 * @returns `null` where the bank is real.
 */
export function useSandboxPayment(): ((invoice: Invoice) => Promise<void>) | null {
  const hasPage = useHasPage();
  const act = useSandboxAction();
  const pay = useCallback(
    (invoice: Invoice) => {
      const left = addRubles([invoice.amount, -invoice.paidAmount]);
      return act(
        async () =>
          (await import("#console/sandbox/sandbox-calls.ts")).sandbox.payInvoice(invoice.id, {
            amount: left,
          }),
        `${invoiceName(invoice)}: ${formatRubles(left)} ушли в банк песочницы. Через несколько секунд деньги будут на балансе`,
      );
    },
    [act],
  );
  return consoleConfig().sandbox && hasPage("/sandbox") ? pay : null;
}

export function isPayable({ state }: Invoice): boolean {
  return (INVOICE_TRANSITIONS.receive.from as readonly string[]).includes(state.stateID);
}
