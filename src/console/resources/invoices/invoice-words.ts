import type { Invoice } from "#contract/invoices/invoice.ts";
import type { InvoiceState } from "#contract/invoices/invoice-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { productNow } from "#console/providers/product-clock.ts";
import type { StateTone } from "#console/ui/state-tag.tsx";

/** Refine's name of invoices, and the channel of their live events. */
export const INVOICES = "invoices";

export const INVOICE_TONES: Readonly<Record<InvoiceState, StateTone>> = {
  created: "progress",
  partially_paid: "warning",
  paid: "good",
  expired: "bad",
  canceled: "neutral",
};

/** «Счёт № 15»: the number is not torn off its sign. */
export function invoiceName({ number }: Pick<Invoice, "number">): string {
  return `Счёт №\u00A0${number}`;
}

/** Whether the last day to pay is over while money is still wanted. */
export function isOverdue({ state, validUntil }: Pick<Invoice, "state" | "validUntil">, now: Date = productNow()): boolean {
  return (state.stateID === "expired" || state.stateID === "created" || state.stateID === "partially_paid") && validUntil < moscowDate(now);
}
