import type { InvoicePaymentNote } from "#contract/invoices/invoice-payment-notes.ts";
import type { PayoutFailure } from "./integrations/bank/port.ts";
import type { TaxError } from "./integrations/tax-service/port.ts";
import { Events } from "#server/work/events.ts";

/** A payout's key: ids are unique within an account. */
export interface PayoutKey {
  readonly accountId: number;
  readonly id: bigint;
}

/** A job's key: ids of payroll jobs are unique within an account. */
export interface JobKey {
  readonly accountId: number;
  readonly jobId: bigint;
}

/** An invite's key. */
export interface InviteKey {
  readonly accountId: number;
  readonly inviteId: bigint;
}

/** How many payouts of one registry have come to an end or left one. */
export interface RegistryMovement {
  readonly accountId: number;
  readonly registryId: number;
  readonly paid: number;
  readonly paidKopecks: bigint;
  /** Positive: so many failed; negative: so many were taken up again. */
  readonly failed: number;
}

/** One notice for one person, said by whoever caused it. */
export interface NoticeWanted {
  readonly personId: number;
  /** The company it belongs to: seen only while the person is its user. */
  readonly accountId: number | null;
  /** Class path, as on the wire. */
  readonly type: string;
  readonly resource: object;
  readonly at: Date;
}

/** Notices of offers; whom each concerns is known to the notices. */
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

/** What modules tell each other, inside the transaction of what happened. */
export interface ProductEvents {
  "payouts.sent": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "payouts.moved": { readonly movements: readonly RegistryMovement[]; readonly at: Date };
  "payouts.failed": {
    readonly payouts: readonly (PayoutKey & { readonly reason: PayoutFailure })[];
    readonly at: Date;
  };
  /** Incomes of payouts the tax service has registered, the first time or anew. */
  "receipts.registered": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Receipts annulled through us; the payment itself may have been made or not. */
  "receipts.annulled-by-platform": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Receipts their workers have annulled in «Мой налог». */
  "receipts.annulled-by-workman": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "tax-service.refused": {
    readonly refusals: readonly { readonly workmanId: number; readonly error: TaxError }[];
  };
  /** A registry has been checked, or could not be read: look at its state. */
  "registry.checked": {
    readonly accountId: number;
    readonly registryId: number;
    readonly at: Date;
  };
  "registry.finished": {
    readonly accountId: number;
    readonly registryId: number;
    readonly at: Date;
  };
  /**
   * Single notices; what happens to thousands at once is an event of its own, told by one
   * statement.
   */
  "notice.wanted": NoticeWanted;
  /** A confirmed payment waits for other people: look at its rules. */
  "registry.approval-requested": {
    readonly accountId: number;
    readonly registryId: number;
    readonly at: Date;
  };
  /** `to`: the author and whoever asked for the payment. */
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
  /** Open to those who may see it. `by`: whoever published it, absent for a moderator. */
  "job.published": JobKey & { readonly by?: number; readonly at: Date };
  "job.rejected": JobKey & {
    readonly reasonId: string | null;
    readonly comment: string | null;
    readonly at: Date;
  };
  /** A job has its worker: the other offers are declined, the other invites end. */
  "job.assigned": JobKey & {
    readonly offerId: bigint;
    readonly workmanId: number;
    readonly at: Date;
  };
  /**
   * Cancelled by its customer or by a moderator, by force or not: its offers and invites end, its
   * money is released. `by`: the person of the company.
   */
  "job.canceled": JobKey & {
    readonly reasonId: string | null;
    readonly comment: string | null;
    readonly by?: number;
    readonly at: Date;
  };
  /** Its customer wants to end running work: the worker is asked whether it ends without pay. */
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
  /** Acts signed by both sides: the receipts of their payouts may be asked for. */
  "acts.signed": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Refused by the worker: its payout ends and the money goes back to the customer. */
  "act.rejected": { readonly payout: PayoutKey; readonly at: Date };
  /** The bank's word for payouts of offers; those of registries are counted by `payouts.moved`. */
  "payouts.paid": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /**
   * Payments of offers that end unpaid, their money on its way back to the customer: told before it
   * moves.
   */
  "payouts.ended": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "invoice.created": { readonly accountId: number; readonly invoiceId: number; readonly at: Date };
  "invoice.paid": { readonly accountId: number; readonly invoiceId: number; readonly at: Date };
  /**
   * Money by the number of an invoice that is not simply its sum; `leftKopecks`: what the invoice
   * still waits for.
   */
  "invoice.payment-noted": {
    readonly accountId: number;
    readonly invoiceId: number;
    readonly amountKopecks: bigint;
    readonly leftKopecks: bigint;
    readonly note: InvoicePaymentNote;
    readonly at: Date;
  };
  /**
   * Money that is no customer's yet and seems to be this one's. `purpose`: the payer's words when
   * he may read them.
   */
  "payment.unrecognized": {
    readonly accountId: number;
    readonly amountKopecks: bigint;
    readonly purpose: string | null;
    readonly at: Date;
  };
  /** Signed by the customer, awaited from their workers. */
  "acts.awaited": {
    readonly documents: readonly { readonly accountId: number; readonly id: bigint }[];
    readonly at: Date;
  };
  /**
   * Something the other side should know has happened to offers of one account; `to`: another side
   * than the notice's own.
   */
  "offers.notice": {
    readonly name: OfferNotice;
    readonly accountId: number;
    readonly offerIds: readonly bigint[];
    readonly to?: "account" | "workman";
    readonly at: Date;
  };
  /**
   * An order has come back after the bank had done it. Whose it is, its id says; who has not
   * written its answer yet throws `OrderUnderway` and is told again.
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
  /**
   * The worker has let the platform into «Мой налог»; the status itself comes with the next check.
   */
  "workman.bound": { readonly workmanId: number; readonly at: Date };
  /** The tax service answers with faults of its own. */
  "tax-service.faulted": { readonly at: Date };
}

export type ProductEventBus = Events<ProductEvents>;

export function makeProductEvents(): ProductEventBus {
  return new Events<ProductEvents>();
}
