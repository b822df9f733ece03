import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";

/** The number identifies the payment. */
export function paymentPurpose(invoice: {
  readonly number: string;
  readonly created_at: Date;
  readonly contract_number: string | null;
}): string {
  const contract = invoice.contract_number ? ` по договору № ${invoice.contract_number}` : "";
  return `Оплата по счёту № ${invoice.number} от ${formatDate(moscowDate(invoice.created_at))}. Пополнение баланса для расчётов с исполнителями${contract}. НДС не облагается`;
}

/** In a payer's text. Six digits at least: no dates; sums have kopecks, INNs are longer. */
export function numbersIn(purpose: string): string[] {
  return [
    ...new Set(
      [...purpose.matchAll(/(?<![\d.,])\d{6,9}(?!\d|[.,=-]\d\d(?!\d))/g)].map(([number]) => number),
    ),
  ];
}
