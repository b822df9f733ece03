import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { shareOf, type RatePpm } from "#contract/values/money.ts";
import { SMZ_STATE, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";

export interface PayableFacts {
  readonly state: string;
  readonly smzState: string;
  readonly taxpayerType: string;
  readonly payoutKind: string | null;
  readonly hasCard: boolean;
  readonly hasPaymentAccount: boolean;
  /** Expired or refused. */
  readonly outdated: readonly WorkmanDocumentType[];
  /** Moscow date of the consent to register income. */
  readonly boundOn: string | null;
}

/** `null`: unknown, forbids nothing. */
export interface PayTerms {
  readonly isBlacklisted: boolean;
  readonly allowedTaxpayerTypes: readonly string[] | null;
  /** Moscow date, yyyy-MM-dd. */
  readonly workEnd: string | null;
  /** The requested way of payment. */
  readonly payoutKind: string | null;
  readonly sumKopecks: bigint | null;
  /** Left of this year's limit. */
  readonly leftKopecks: bigint | null;
}

export const NO_TERMS: PayTerms = {
  isBlacklisted: false,
  allowedTaxpayerTypes: null,
  workEnd: null,
  payoutKind: null,
  sumKopecks: null,
  leftKopecks: null,
};

/** Each makes the later ones irrelevant. */
const PERSON_CAUSES = [
  "worker_blacklisted",
  "worker_not_found",
  "worker_not_active",
  "worker_not_self_employed",
  "worker_no_tax_access",
  "worker_tax_unchecked",
  "worker_tax_data",
  "worker_document_outdated",
] as const;

const PAYMENT_CAUSES = [
  "service_not_allowed",
  "work_before_bind",
  "no_payout_details",
  "year_limit",
] as const;

/** Codes of findings, the first to mend first. */
export const PAY_CAUSES = [...PERSON_CAUSES, ...PAYMENT_CAUSES] as const;
export type PayCause = (typeof PAY_CAUSES)[number];

/** Stops even running work; documents, lists and blocks do not. Source: `domain.md` §1.5, §2.4. */
const STOPS_RUNNING_WORK: ReadonlySet<PayCause> = new Set<PayCause>([
  "worker_not_self_employed",
  "worker_no_tax_access",
  "worker_tax_unchecked",
  "worker_tax_data",
  "no_payout_details",
  "year_limit",
]);

/** `null`: forbids nothing. */
export const CAUSE_OF_SMZ_STATE: Readonly<Record<SmzState, PayCause | null>> = {
  OK: null,
  CHECKING: "worker_tax_unchecked",
  UNKNOWN: "worker_tax_unchecked",
  LIMITED: "year_limit",
  NOACCESS: "worker_no_tax_access",
  NOTSE: "worker_not_self_employed",
  VALIDATION_ERROR: "worker_tax_data",
};

function taxCause({ smzState, taxpayerType }: PayableFacts): PayCause | null {
  // The platform withholds no НДФЛ, so an INDIVIDUAL cannot be paid. Entrepreneurs without НПД
  // account for themselves.
  if (taxpayerType === "INDIVIDUAL") return "worker_not_self_employed";
  if (!isSelfEmployed({ taxpayerType })) return null;
  return SMZ_STATE.has(smzState) ? CAUSE_OF_SMZ_STATE[smzState] : "worker_not_self_employed";
}

const byTax = (cause: PayCause) => (workman: PayableFacts) => taxCause(workman) === cause;

const HOLDS: Readonly<Record<PayCause, (workman: PayableFacts, terms: PayTerms) => boolean>> = {
  worker_blacklisted: (_, { isBlacklisted }) => isBlacklisted,
  worker_not_found: () => false,
  worker_not_active: ({ state }) => state !== "ACTIVE",
  worker_not_self_employed: byTax("worker_not_self_employed"),
  worker_no_tax_access: byTax("worker_no_tax_access"),
  worker_tax_unchecked: byTax("worker_tax_unchecked"),
  worker_tax_data: byTax("worker_tax_data"),
  worker_document_outdated: ({ outdated }) => outdated.length > 0,
  service_not_allowed: ({ taxpayerType }, { allowedTaxpayerTypes: allowed }) =>
    allowed !== null && !allowed.includes(taxpayerType),
  work_before_bind: (workman, { workEnd }) =>
    isSelfEmployed(workman) &&
    workEnd !== null &&
    workman.boundOn !== null &&
    workEnd < workman.boundOn,
  no_payout_details: (workman, { payoutKind }) => payoutKindFor(workman, payoutKind) === null,
  year_limit: (workman, { sumKopecks: sum, leftKopecks: left }) =>
    taxCause(workman) === "year_limit" ||
    (isSelfEmployed(workman) && sum !== null && left !== null && sum > left),
};

/**
 * The only rule of who may be paid. SQL uses `payCauseOf`; a test proves both equal.
 *
 * @param workman - `undefined`: unregistered.
 * @returns the first cause in the person, then all causes in this payment.
 */
export function payCauses(workman: PayableFacts | undefined, terms: PayTerms): PayCause[] {
  const inPerson = workman
    ? PERSON_CAUSES.find((cause) => HOLDS[cause](workman, terms))
    : terms.isBlacklisted
      ? "worker_blacklisted"
      : "worker_not_found";
  return [
    ...(inPerson === undefined ? [] : [inPerson]),
    ...(workman ? PAYMENT_CAUSES.filter((cause) => HOLDS[cause](workman, terms)) : []),
  ];
}

export function stopOfRunningWork(
  workman: PayableFacts,
  sums: Pick<PayTerms, "sumKopecks" | "leftKopecks"> = NO_TERMS,
): PayCause | null {
  const terms = { ...NO_TERMS, ...sums };
  return (
    PAY_CAUSES.find((cause) => STOPS_RUNNING_WORK.has(cause) && HOLDS[cause](workman, terms)) ??
    null
  );
}

/** The tax service's word wins. */
export function leftOfYear(
  { smzState, earnedKopecks }: Pick<PayableFacts, "smzState"> & { readonly earnedKopecks: bigint },
  yearLimitKopecks: bigint,
): bigint {
  return smzState === "LIMITED" ? 0n : yearLimitKopecks - earnedKopecks;
}

export function isSelfEmployed(workman: Pick<PayableFacts, "taxpayerType">): boolean {
  return workman.taxpayerType === "SMZ" || workman.taxpayerType === "IP_SMZ";
}

/** The requested way, else the workman's own, else any confirmed one; `null`: none. */
export function payoutKindFor(
  workman: Pick<PayableFacts, "payoutKind" | "hasCard" | "hasPaymentAccount">,
  asked: string | null = null,
): PayoutKind | null {
  const kind = asked ?? workman.payoutKind ?? (workman.hasCard ? "CARD" : "PAYMENT_ACCOUNT");
  if (kind === "CARD") return workman.hasCard ? kind : null;
  if (kind === "PAYMENT_ACCOUNT") return workman.hasPaymentAccount ? kind : null;
  // Needs only the sign-in phone.
  return "SBP";
}

/** Kopecks, VAT included. Source: `domain.md` §3.1, §3.3. */
export function commissionOn(amountKopecks: bigint, rate: RatePpm): bigint {
  return shareOf(amountKopecks, rate);
}
