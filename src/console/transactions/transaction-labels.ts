import type { Transaction } from "#contract/transactions/transaction.ts";
import type { TransactionType } from "#contract/transactions/transaction-types.ts";
import { listLink } from "#console/kit/list-link.ts";
import { formatRubles } from "#web/format/money.ts";

/** Query prefix of a worker's operations: the payouts of their page have parameters of their own. */
export const OPERATIONS_PREFIX = "operations-";
const SENT: readonly TransactionType[] = ["PAYOUT_CARD", "PAYOUT_ACCOUNT", "PAYOUT_SBP"];

/** Nothing he has lost. */
export function isSentToWorkman({ type }: Pick<Transaction, "type">): boolean {
  return SENT.includes(type.id);
}

/** «Вам отправлено на +7 (900) *** ** 67». */
export function ownTitleOf(operation: Pick<Transaction, "type" | "destination">): string {
  if (!isSentToWorkman(operation)) return operation.type.title;
  return operation.destination === null
    ? "Вам отправлено"
    : `Вам отправлено на ${operation.destination}`;
}

/** Money sent to him has no minus. */
export function ownAmountOf(operation: Pick<Transaction, "type" | "amount">): string {
  return isSentToWorkman(operation)
    ? formatRubles(Math.abs(operation.amount))
    : signed(operation.amount);
}

/** «+1 000,00 ₽» incoming, «−1 000,00 ₽» outgoing. */
export function signed(amount: number): string {
  return `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${formatRubles(Math.abs(amount))}`;
}

export function recordOf({
  job,
  registry,
  invoiceNumber,
  comment,
}: Pick<Transaction, "job" | "registry" | "invoiceNumber" | "comment">): {
  readonly to: string;
  readonly text: string;
} | null {
  if (registry !== null)
    return { to: `/profile/payroll-registry/${registry.id}`, text: registry.title };
  if (job) return { to: `/jobs/${job.id}`, text: job.title };
  if (invoiceNumber !== null)
    return {
      to: listLink("/profile/account/invoices", { search: invoiceNumber }),
      text: comment ?? `Счёт № ${invoiceNumber}`,
    };
  return null;
}

export function ownRecordOf({
  job,
  registryID,
}: Transaction): { readonly to: string | null; readonly text: string } | null {
  return job && { to: registryID === null ? `/jobs/${job.id}` : null, text: job.title };
}
