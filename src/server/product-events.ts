import type { BindingRule } from "#contract/approvals/loosening.ts";
import type { InvoicePaymentNote } from "#contract/invoices/invoice-payment-notes.ts";
import type { PayoutFailure } from "./integrations/bank/port.ts";
import type { TaxError } from "./integrations/tax-service/port.ts";
import { Events } from "#server/work/events.ts";

/** Ids are unique within an account. */
export interface PayoutKey {
  readonly accountId: number;
  readonly id: bigint;
}

/** Payroll jobs: ids are unique within an account. */
export interface JobKey {
  readonly accountId: number;
  readonly jobId: bigint;
}

export interface InviteKey {
  readonly accountId: number;
  readonly inviteId: bigint;
}

/** Payouts of one registry that ended or resumed. */
export interface RegistryMovement {
  readonly accountId: number;
  readonly registryId: number;
  readonly paid: number;
  readonly paidKopecks: bigint;
  /** Negative: resumed. */
  readonly failed: number;
}

export interface NoticeWanted {
  readonly personId: number;
  /** Seen only while the person is the company's user. */
  readonly accountId: number | null;
  /** Class path, as in the API. */
  readonly type: string;
  readonly resource: object;
  readonly at: Date;
  /** Told at once, whatever the person has chosen. */
  readonly everywhere?: { readonly phones: readonly string[]; readonly email: string | null };
}

/** The notices module knows their recipients. */
export type OfferNotice =
  | "OfferCreated"
  | "OfferAccepted"
  | "OfferDeclined"
  | "OfferRejected"
  | "OfferArchived"
  | "OfferExecutionStarted"
  | "OfferExecutionFinished"
  | "OfferResultAccepted"
  | "ActRequired"
  | "ArbitrationOpened"
  | "ArbitrationAccepted"
  | "ArbitrationDeclined";

/** Handled inside the publisher's transaction. */
export interface ProductEvents {
  "person.phone-changed": {
    readonly personId: number;
    readonly before: string;
    readonly phone: string;
    readonly at: Date;
  };
  "payouts.sent": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** The bank waits for their owner's word. */
  "payouts.held": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "payouts.moved": { readonly movements: readonly RegistryMovement[]; readonly at: Date };
  "payouts.failed": {
    readonly payouts: readonly (PayoutKey & { readonly reason: PayoutFailure })[];
    readonly at: Date;
  };
  /** By the tax service, the first time or again. */
  "receipts.registered": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Of payouts that had ended: they are annulled. */
  "receipts.found-late": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Their payouts wait for a decision. */
  "receipts.refused": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Whether their payment was made or not. */
  "receipts.annulled-by-platform": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "receipts.annulled-by-workman": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "tax-service.refused": {
    readonly refusals: readonly { readonly workmanId: number; readonly error: TaxError }[];
  };
  /** Validated or unreadable: look at its state. */
  "registry.checked": {
    readonly accountId: number;
    readonly registryId: number;
    readonly at: Date;
  };
  "registry.recounted": { readonly accountId: number; readonly registryId: number };
  "registry.finished": {
    readonly accountId: number;
    readonly registryId: number;
    readonly at: Date;
  };
  /** Single ones; for thousands there are events handled by one statement. */
  "notice.wanted": NoticeWanted;
  "account.rule-loosened": {
    readonly accountId: number;
    readonly rule: BindingRule;
    /** What was done, where the rule does not say it. */
    readonly what?: string;
    /** By the owner's code. */
    readonly isConfirmed: boolean;
    readonly by: { readonly id: number; readonly name: string };
    readonly at: Date;
  };
  /** Nobody answers for the key, or gets its codes. `reason` in Russian. */
  "api-key.suspended": {
    readonly accountId: number;
    readonly key: { readonly id: number; readonly title: string };
    readonly reason: string;
    readonly at: Date;
  };
  /** A confirmed payment: look at its rules. */
  "registry.approval-requested": {
    readonly accountId: number;
    readonly registryId: number;
    readonly at: Date;
  };
  /** `to`: the author and the person who requested the payment. */
  "registry.approved": {
    readonly accountId: number;
    readonly registryId: number;
    readonly startsAt: Date;
    readonly to: readonly number[];
    readonly at: Date;
  };
  "registry.approval-rejected": {
    readonly accountId: number;
    readonly registryId: number;
    readonly reasonId: string;
    readonly comment: string | null;
    readonly to: readonly number[];
    readonly at: Date;
  };
  /** `by`: absent for a moderator. */
  "job.published": JobKey & { readonly by?: number; readonly at: Date };
  "job.rejected": JobKey & {
    readonly reasonId: string | null;
    readonly comment: string | null;
    readonly at: Date;
  };
  /** Its other offers are declined, its other invites end. */
  "job.assigned": JobKey & {
    readonly offerId: bigint;
    readonly workmanId: number;
    readonly at: Date;
  };
  /**
   * By the customer or a moderator, by force or not: offers and invites end, the money is released.
   * `by`: the company's person.
   */
  "job.canceled": JobKey & {
    readonly reasonId: string | null;
    readonly comment: string | null;
    readonly by?: number;
    readonly at: Date;
  };
  /** The worker decides whether running work ends without pay. */
  "job.end-proposed": JobKey & {
    readonly reasonId: string;
    readonly comment: string | null;
    readonly by: number;
    readonly at: Date;
  };
  "invites.sent": {
    readonly accountId: number;
    readonly inviteIds: readonly bigint[];
    readonly at: Date;
  };
  "invite.canceled": InviteKey & { readonly at: Date };
  "invite.accepted": InviteKey & { readonly at: Date };
  "invite.declined": InviteKey & { readonly at: Date };
  /** By both sides: receipts may be requested. */
  "acts.signed": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "act.rejected": { readonly payout: PayoutKey; readonly at: Date };
  /** `payouts.moved` counts those of registries. */
  "payouts.paid": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Unpaid; published before the money returns to the customer. */
  "payouts.ended": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "invoice.created": { readonly accountId: number; readonly invoiceId: number; readonly at: Date };
  "invoice.paid": { readonly accountId: number; readonly invoiceId: number; readonly at: Date };
  /** Another sum than the invoice's; `leftKopecks`: still due. */
  "invoice.payment-noted": {
    readonly accountId: number;
    readonly invoiceId: number;
    readonly amountKopecks: bigint;
    readonly leftKopecks: bigint;
    readonly note: InvoicePaymentNote;
    readonly at: Date;
  };
  /**
   * Unassigned, probably this account's. `purpose`: the payer's text, if the account may read it.
   */
  "payment.unrecognized": {
    readonly accountId: number;
    readonly amountKopecks: bigint;
    readonly purpose: string | null;
    readonly at: Date;
  };
  /** Signed by the customer, awaiting their workers. */
  "acts.awaited": {
    readonly documents: readonly { readonly accountId: number; readonly id: bigint }[];
    readonly at: Date;
  };
  /** To the other side, about offers of one account; `to` overrides the usual side. */
  "offers.notice": {
    readonly name: OfferNotice;
    readonly accountId: number;
    readonly offerIds: readonly bigint[];
    readonly to?: "account" | "workman";
    readonly at: Date;
  };
  /**
   * The bank returned an executed order; its id names its owner. A listener that has not stored its
   * own answer yet throws `OrderUnderway` and is retried.
   */
  "bank.order-returned": {
    readonly orderId: string;
    readonly reason: PayoutFailure;
    readonly at: Date;
  };
  "employment.invited": {
    readonly accountId: number;
    readonly employmentId: number;
    readonly at: Date;
  };
  "employment.confirmed": {
    readonly accountId: number;
    readonly employmentId: number;
    readonly at: Date;
  };
  "employment.ended": {
    readonly accountId: number;
    readonly employmentId: number;
    readonly by: "account" | "workman";
    readonly at: Date;
  };
  "documents.expiring": { readonly documentIds: readonly number[]; readonly at: Date };
  "documents.expired": { readonly documentIds: readonly number[]; readonly at: Date };
  /** Access to «Мой налог»; the status comes with the next check. */
  "workman.bound": { readonly workmanId: number; readonly at: Date };
  "tax-service.faulted": { readonly at: Date };
}

export type ProductEventBus = Events<ProductEvents>;

export function makeProductEvents(): ProductEventBus {
  return new Events<ProductEvents>();
}
