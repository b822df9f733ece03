import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";

/** For the payer to copy; its number identifies the payment. */
export function paymentPurpose(invoice: {
  readonly number: string;
  readonly created_at: Date;
  readonly contract_number: string | null;
}): string {
  const contract = invoice.contract_number ? ` по договору № ${invoice.contract_number}` : "";
  return `Оплата по счёту № ${invoice.number} от ${formatDate(moscowDate(invoice.created_at))}. Пополнение баланса для расчётов с исполнителями${contract}. НДС не облагается`;
}

/**
 * In a payer's text, shortened or retyped. Six digits at least, so dates and years do not match;
 * sums have kopecks, INNs and accounts are longer.
 */
export function numbersIn(purpose: string): string[] {
  return [
    ...new Set(
      [...purpose.matchAll(/(?<![\d.,])\d{6,9}(?!\d|[.,=-]\d\d(?!\d))/g)].map(([number]) => number),
    ),
  ];
}
