/** Of a worker's month, kopecks. */
export interface TaxPaymentFacts {
  readonly reserve: bigint;
  /** Returned because nothing was accrued. */
  readonly isRefunded: boolean;
  /** Left to pay; `null`: nothing accrued, or no access. */
  readonly charge: bigint | null;
  readonly document: bigint | null;
  readonly isPartialAllowed: boolean;
  /** Most to be taken from the wallet; 0 without consent. */
  readonly topUp: bigint;
  /** The 25th or later: the worker needs the days until the 28th to pay himself. */
  readonly isLastDay: boolean;
}

export type TaxPaymentDecision =
  /** Accruals and documents may come until the 25th. */
  | { readonly action: "WAIT" }
  | {
      readonly action: "PAY";
      readonly amount: bigint;
      readonly refund: bigint;
      /** From the wallet. */
      readonly topUp: bigint;
      readonly outcome: "PAID" | "PARTIALLY_PAID";
    }
  | {
      readonly action: "REFUND";
      readonly refund: bigint;
      readonly outcome:
        "REFUNDED_WITHOUT_REQUEST" | "REFUNDED_INSUFFICIENT_FUNDS" | "REFUNDED_NO_DOCUMENTS";
    }
  /** The money was returned: the worker pays himself. */
  | { readonly action: "TELL"; readonly outcome: "REFUNDED_WITH_REQUEST" };

/** Source: `domain.md` §1.4, the six cases. */
export function decideTaxPayment({
  reserve,
  isRefunded,
  charge,
  document,
  isPartialAllowed,
  topUp,
  isLastDay,
}: TaxPaymentFacts): TaxPaymentDecision {
  const isCharged = charge !== null && charge > 0n;
  if (isRefunded)
    return isCharged ? { action: "TELL", outcome: "REFUNDED_WITH_REQUEST" } : { action: "WAIT" };
  // The worker has paid it himself.
  if (charge === 0n)
    return { action: "REFUND", refund: reserve, outcome: "REFUNDED_WITHOUT_REQUEST" };
  if (!isCharged)
    return isLastDay
      ? { action: "REFUND", refund: reserve, outcome: "REFUNDED_WITHOUT_REQUEST" }
      : { action: "WAIT" };
  if (document === null)
    return isLastDay
      ? { action: "REFUND", refund: reserve, outcome: "REFUNDED_NO_DOCUMENTS" }
      : { action: "WAIT" };
  if (reserve >= document)
    return {
      action: "PAY",
      amount: document,
      refund: reserve - document,
      topUp: 0n,
      outcome: "PAID",
    };
  const missing = document - reserve;
  if (reserve > 0n && missing <= topUp)
    return { action: "PAY", amount: document, refund: 0n, topUp: missing, outcome: "PAID" };
  if (isPartialAllowed && reserve > 0n)
    return { action: "PAY", amount: reserve, refund: 0n, topUp: 0n, outcome: "PARTIALLY_PAID" };
  return { action: "REFUND", refund: reserve, outcome: "REFUNDED_INSUFFICIENT_FUNDS" };
}
