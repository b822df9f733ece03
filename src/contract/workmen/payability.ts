import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { shareOf, type RatePpm } from "#contract/values/money.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";

/** What decides whether and where a workman can be paid. */
export interface PayableFacts {
  readonly state: string;
  readonly smzState: string;
  readonly taxpayerType: string;
  readonly payoutKind: string | null;
  readonly hasCard: boolean;
  readonly hasPaymentAccount: boolean;
}

/**
 * What else decides whether he may begin something new; running work is paid whatever becomes of
 * his documents. Source: `domain.md` §1.5.
 */
export interface HirableFacts extends PayableFacts {
  /** Expired or refused documents. */
  readonly outdated: readonly WorkmanDocumentType[];
}

export type PayabilityFinding =
  | "worker_blacklisted"
  | "worker_not_found"
  | "worker_not_active"
  | "worker_not_self_employed"
  | "worker_no_tax_access"
  | "worker_document_outdated";

/**
 * The first reason why this person cannot be paid: without it the later ones do not matter. Used by
 * registries and by posted jobs.
 *
 * @param workman - `undefined` for an unregistered person.
 */
export function payabilityFinding(
  workman: HirableFacts | undefined,
  isBlacklisted: boolean,
): PayabilityFinding | null {
  if (isBlacklisted) return "worker_blacklisted";
  if (!workman) return "worker_not_found";
  if (workman.state !== "ACTIVE") return "worker_not_active";
  return taxFinding(workman) ?? (workman.outdated.length > 0 ? "worker_document_outdated" : null);
}

/**
 * Whether the workman's income can be registered; entrepreneurs without НПД account for theirs
 * themselves.
 */
export function taxFinding(
  workman: Pick<PayableFacts, "smzState" | "taxpayerType">,
): "worker_not_self_employed" | "worker_no_tax_access" | null {
  // An INDIVIDUAL must be paid with НДФЛ and contributions withheld, which the platform does not
  // do.
  if (workman.taxpayerType === "INDIVIDUAL") return "worker_not_self_employed";
  if (!isSelfEmployed(workman) || workman.smzState === "OK") return null;
  return workman.smzState === "NOACCESS" ? "worker_no_tax_access" : "worker_not_self_employed";
}

export function isSelfEmployed(workman: Pick<PayableFacts, "taxpayerType">): boolean {
  return workman.taxpayerType === "SMZ" || workman.taxpayerType === "IP_SMZ";
}

/**
 * The requested way, else the workman's own, else any confirmed one; `null` when there is no
 * destination.
 */
export function payoutKindFor(
  workman: Pick<PayableFacts, "payoutKind" | "hasCard" | "hasPaymentAccount">,
  asked: string | null = null,
): PayoutKind | null {
  const kind = asked ?? workman.payoutKind ?? (workman.hasCard ? "CARD" : "PAYMENT_ACCOUNT");
  if (kind === "CARD") return workman.hasCard ? kind : null;
  if (kind === "PAYMENT_ACCOUNT") return workman.hasPaymentAccount ? kind : null;
  // SBP needs only the phone the workman signs in with.
  return "SBP";
}

/**
 * Commission on top of a payment, kopecks; VAT is included in it. Source: `domain.md` §3.1, §3.3.
 */
export function commissionOn(amountKopecks: bigint, rate: RatePpm): bigint {
  return shareOf(amountKopecks, rate);
}
