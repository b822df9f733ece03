import { may, type Caller } from "#contract/access/access.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import type { Invoice } from "./invoice.ts";
import { INVOICE_TRANSITIONS, type InvoiceState } from "./invoice-states.ts";

/** Source: `domain.md` §2.1, «invoices». */
export function invoicePermissions(
  actor: Caller,
  invoice: { readonly state: InvoiceState },
): Invoice["permissions"] {
  return {
    download: may(actor, "invoices.view"),
    cancel:
      may(actor, "invoices.create") &&
      canTransit(INVOICE_TRANSITIONS, "cancel", invoice.state, "account"),
  };
}
