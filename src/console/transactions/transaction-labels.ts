import type { Transaction } from "#contract/transactions/transaction.ts";
import { formatRubles } from "#web/format/money.ts";

/** «+1 000,00 ₽» incoming, «−1 000,00 ₽» outgoing. */
export function signed(amount: number): string {
  return `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${formatRubles(Math.abs(amount))}`;
}

export function recordOf({
  job,
  registry,
  invoiceID,
  comment,
}: Transaction): { readonly to: string; readonly text: string } | null {
  if (registry !== null)
    return { to: `/profile/payroll-registry/${registry.id}`, text: registry.title };
  if (job) return { to: `/jobs/${job.id}`, text: job.title };
  if (invoiceID !== null) return { to: "/profile/account/invoices", text: comment ?? "Счёт" };
  return null;
}

export function ownRecordOf({
  job,
  registryID,
}: Transaction): { readonly to: string | null; readonly text: string } | null {
  return job && { to: registryID === null ? `/jobs/${job.id}` : null, text: job.title };
}
