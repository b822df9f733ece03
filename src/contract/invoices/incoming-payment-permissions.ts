import { may, type Caller } from "#contract/access/access.ts";
import type { IncomingPaymentState } from "./incoming-payment-states.ts";
import type { IncomingPayment } from "./incoming-payment.ts";

/**
 * Only the payer decides: the money may be another company's.
 *
 * @param payment - `isByInn`: the payer's ИНН is this company's.
 */
export function incomingPaymentPermissions(
  caller: Caller,
  { state, isByInn }: { readonly state: IncomingPaymentState; readonly isByInn: boolean },
): IncomingPayment["permissions"] {
  if (state !== "UNRECOGNIZED") return { assign: false, return: false, reason: null };
  const reason = !isByInn
    ? "Платёж пришёл с другого ИНН. Попросите плательщика написать в поддержку, чей это счёт"
    : !may(caller, "invoices.create")
      ? "Платежами распоряжаются те, кто выставляет счета"
      : null;
  return { assign: reason === null, return: reason === null, reason };
}
