import type { Transaction } from "#contract/transactions/transaction.ts";
import { formatRubles } from "#web/format/money.ts";

/** «+1 000,00 ₽» for what came, «−1 000,00 ₽» for what left. */
export function signed(amount: number): string {
  return `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${formatRubles(Math.abs(amount))}`;
}

/** The record a movement belongs to. */
export function recordOf({
  job,
  registryID,
  invoiceID,
  comment,
}: Transaction): { readonly to: string; readonly text: string } | null {
  if (registryID !== null)
    return {
      to: `/profile/payroll-registry/${registryID}`,
      text: comment ?? `Реестр № ${registryID}`,
    };
  if (job) return { to: `/jobs/${job.id}`, text: job.title };
  if (invoiceID !== null) return { to: "/profile/account/invoices", text: comment ?? "Счёт" };
  return null;
}

/** The same for a worker: a job of the exchange has a page for him, a row of a payroll has none. */
export function ownRecordOf({
  job,
  registryID,
}: Transaction): { readonly to: string | null; readonly text: string } | null {
  return job && { to: registryID === null ? `/jobs/${job.id}` : null, text: job.title };
}
