import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { shareOf, type RatePpm } from "#contract/values/money.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";

/** What decides whether a worker can be paid here, and where to. */
export interface PayableFacts {
  readonly state: string;
  readonly smzState: string;
  readonly taxpayerType: string;
  readonly payoutKind: string | null;
  readonly hasCard: boolean;
  readonly hasPaymentAccount: boolean;
}

/**
 * What decides beside it whether something new may begin with him. What has begun is paid whatever
 * becomes of his papers. Source: `domain.md` §1.5.
 */
export interface HirableFacts extends PayableFacts {
  /** Papers that have run out or were refused. */
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
 * The first reason why this person cannot be paid: the one that makes the others idle. Registries
 * and the exchange ask the same.
 *
 * @param worker - `undefined` when nobody is registered.
 */
export function payabilityFinding(
  worker: HirableFacts | undefined,
  isBlacklisted: boolean,
): PayabilityFinding | null {
  if (isBlacklisted) return "worker_blacklisted";
  if (!worker) return "worker_not_found";
  if (worker.state !== "ACTIVE") return "worker_not_active";
  return taxFinding(worker) ?? (worker.outdated.length > 0 ? "worker_document_outdated" : null);
}

/**
 * Whether the worker's income can be registered; entrepreneurs without НПД account for theirs
 * themselves.
 */
export function taxFinding(
  worker: Pick<PayableFacts, "smzState" | "taxpayerType">,
): "worker_not_self_employed" | "worker_no_tax_access" | null {
  // A person without a tax status is paid with НДФЛ and contributions withheld; the platform does
  // not pay so.
  if (worker.taxpayerType === "INDIVIDUAL") return "worker_not_self_employed";
  if (!isSelfEmployed(worker) || worker.smzState === "OK") return null;
  return worker.smzState === "NOACCESS" ? "worker_no_tax_access" : "worker_not_self_employed";
}

export function isSelfEmployed(worker: Pick<PayableFacts, "taxpayerType">): boolean {
  return worker.taxpayerType === "SMZ" || worker.taxpayerType === "IP_SMZ";
}

/**
 * The asked way, else the worker's own, else whatever he has confirmed; `null` when the money has
 * nowhere to go.
 */
export function payoutKindFor(
  worker: Pick<PayableFacts, "payoutKind" | "hasCard" | "hasPaymentAccount">,
  asked: string | null = null,
): PayoutKind | null {
  const kind = asked ?? worker.payoutKind ?? (worker.hasCard ? "CARD" : "PAYMENT_ACCOUNT");
  if (kind === "CARD") return worker.hasCard ? kind : null;
  if (kind === "PAYMENT_ACCOUNT") return worker.hasPaymentAccount ? kind : null;
  // A transfer by phone needs nothing but the phone the worker signs in with.
  return "SBP";
}

/**
 * The platform's commission on top of a payment, kopecks; VAT is inside it. Source: `domain.md`
 * §3.1, §3.3.
 */
export function commissionOn(amountKopecks: bigint, rate: RatePpm): bigint {
  return shareOf(amountKopecks, rate);
}
