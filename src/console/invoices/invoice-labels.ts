import type { Invoice } from "#contract/invoices/invoice.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { productNow } from "#web/live/product-clock.ts";

/** Refine's name of invoices, and the channel of their live events. */
export const INVOICES = "invoices";
/** The same of money that came. */
export const INCOMING_PAYMENTS = "incoming-payments";

/** «Счёт № 15»: the number is not torn off its sign. */
export function invoiceName({ number }: Pick<Invoice, "number">): string {
  return `Счёт №\u00A0${number}`;
}

/** Whether the last day to pay is over while money is still wanted. */
export function isOverdue(
  { state, validUntil }: Pick<Invoice, "state" | "validUntil">,
  now: Date = productNow(),
): boolean {
  return (
    (state.stateID === "expired" ||
      state.stateID === "created" ||
      state.stateID === "partially_paid") &&
    validUntil < moscowDate(now)
  );
}
