import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";

/** What the payer is asked to write; the number in it is how the money is recognised. */
export function paymentPurpose(invoice: {
  readonly number: string;
  readonly created_at: Date;
  readonly contract_number: string | null;
}): string {
  const contract = invoice.contract_number ? ` по договору № ${invoice.contract_number}` : "";
  return `Оплата по счёту № ${invoice.number} от ${formatDate(moscowDate(invoice.created_at))}. Пополнение баланса для расчётов с исполнителями${contract}. НДС не облагается`;
}

/**
 * Numbers of invoices named in the words of a payer, who may have shortened, retyped or left out
 * everything around them. Invoices are numbered from six digits on, so dates and years are none of
 * them; sums have kopecks, ИНН and accounts are longer.
 */
export function numbersIn(purpose: string): string[] {
  return [
    ...new Set(
      [...purpose.matchAll(/(?<![\d.,])\d{6,9}(?!\d|[.,=-]\d\d(?!\d))/g)].map(([number]) => number),
    ),
  ];
}
