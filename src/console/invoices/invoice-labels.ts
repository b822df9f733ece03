import type { Invoice } from "#contract/invoices/invoice.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { productNow } from "#web/live/product-clock.ts";

export const INVOICES = "invoices";
export const INCOMING_PAYMENTS = "incoming-payments";

/** «Счёт № 15». */
export function invoiceName({ number }: Pick<Invoice, "number">): string {
  return `Счёт №\u00A0${number}`;
}

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
