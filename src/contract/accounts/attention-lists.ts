import { PAYOUTS_NOT_ARRIVED } from "#contract/payouts/payout-states.ts";
import { addDays } from "#contract/values/calendar-date.ts";
import { SUMMARY_DAYS, type Attention } from "./account-summary.ts";

interface AttentionList {
  readonly path: string;
  readonly filters: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * The page and filters that show exactly the records a figure counts.
 *
 * @param today - Moscow date.
 */
export function attentionLists(today: string): Readonly<Record<Attention, AttentionList>> {
  return {
    PAYROLL_APPROVAL: { path: "/profile/payroll-registry", filters: { states: "APPROVAL" } },
    PAYOUT_FAILED: {
      path: "/profile/account/payouts",
      filters: { states: PAYOUTS_NOT_ARRIVED },
    },
    RECEIPT_ANNULLED: {
      path: "/profile/account/receipts",
      filters: { states: ["REVERSED_BY_WORKMAN"], reversedStart: annulledSince(today) },
    },
    PAYROLL_ERRORS: {
      path: "/profile/payroll-registry",
      filters: { states: ["INVALID", "PARTIALLY_READY"] },
    },
    JOB_RESULT: { path: "/profile/jobs/accept", filters: {} },
    OFFER_WAITING: { path: "/profile/jobs", filters: { withNewOffers: "1" } },
    JOB_REJECTED: { path: "/profile/jobs", filters: { states: ["REJECTED"] } },
  };
}

/** First day of the annulments that are still told. */
export function annulledSince(today: string): string {
  return addDays(today, 1 - SUMMARY_DAYS);
}
