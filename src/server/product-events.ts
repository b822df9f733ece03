import type { PayoutFailure } from "./integrations/bank/port.ts";
import type { TaxError } from "./integrations/tax-service/port.ts";
import { Events } from "./platform/events.ts";

/** A payout's key: ids are unique within an account. */
export interface PayoutKey {
  readonly accountId: number;
  readonly id: bigint;
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

/** What modules tell each other, inside the transaction of what happened. */
export interface ProductEvents {
  "payouts.sent": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "payouts.moved": { readonly movements: readonly RegistryMovement[]; readonly at: Date };
  "payouts.failed": { readonly payouts: readonly (PayoutKey & { readonly reason: PayoutFailure })[]; readonly at: Date };
  /** Receipts annulled through us; the payment itself may have been made or not. */
  "receipts.annulled-by-platform": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  /** Receipts their workers have annulled in «Мой налог». */
  "receipts.annulled-by-workman": { readonly payouts: readonly PayoutKey[]; readonly at: Date };
  "tax-service.refused": { readonly refusals: readonly { readonly workmanId: number; readonly error: TaxError }[] };
  /** A registry has been checked, or could not be read: look at its state. */
  "registry.checked": { readonly accountId: number; readonly registryId: number; readonly at: Date };
  "registry.finished": { readonly accountId: number; readonly registryId: number; readonly at: Date };
  /** Single notices; what happens to thousands at once is an event of its own, told by one statement. */
  "notice.wanted": NoticeWanted;
  /** A confirmed payment waits for other people: look at its rules. */
  "registry.approval-requested": { readonly accountId: number; readonly registryId: number; readonly at: Date };
  /** `to`: the author and whoever asked for the payment. */
  "registry.approved": { readonly accountId: number; readonly registryId: number; readonly startsAt: Date; readonly to: readonly number[]; readonly at: Date };
  "registry.approval-rejected": {
    readonly accountId: number;
    readonly registryId: number;
    readonly reasonId: string;
    readonly comment: string | null;
    readonly to: readonly number[];
    readonly at: Date;
  };
  "employment.invited": { readonly accountId: number; readonly employmentId: number; readonly at: Date };
  "employment.confirmed": { readonly accountId: number; readonly employmentId: number; readonly at: Date };
  "employment.ended": { readonly accountId: number; readonly employmentId: number; readonly by: "account" | "workman"; readonly at: Date };
  "documents.expiring": { readonly documentIds: readonly number[]; readonly at: Date };
  "documents.expired": { readonly documentIds: readonly number[]; readonly at: Date };
  /** The tax service answers with faults of its own. */
  "tax-service.faulted": { readonly at: Date };
}

export type ProductEventBus = Events<ProductEvents>;

export function makeProductEvents(): ProductEventBus {
  return new Events<ProductEvents>();
}
