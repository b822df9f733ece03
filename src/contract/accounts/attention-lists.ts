import { PAYOUTS_NOT_ARRIVED } from "#contract/payouts/payout-states.ts";
import { addDays } from "#contract/values/calendar-date.ts";
import { SUMMARY_DAYS, type Attention } from "./account-summary.ts";

const PAYROLLS = "/profile/payroll-registry";

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
    PAYOUT_FAILED: {
      path: "/profile/account/payouts",
      filters: { states: PAYOUTS_NOT_ARRIVED },
    },
    PAYROLL_SHORTAGE: { path: PAYROLLS, filters: { states: ["READY", "APPROVAL"] } },
    PAYROLL_APPROVAL: { path: PAYROLLS, filters: { states: ["APPROVAL"] } },
    PAYROLL_READY: { path: PAYROLLS, filters: { states: ["READY"] } },
    PAYROLL_ERRORS: { path: PAYROLLS, filters: { states: ["INVALID", "PARTIALLY_READY"] } },
    JOB_RESULT: { path: "/profile/jobs/accept", filters: {} },
    INVOICE_UNPAID: {
      path: "/profile/account/invoices",
      filters: { stateID: ["created", "partially_paid"] },
    },
    OFFER_WAITING: { path: "/profile/jobs", filters: { withNewOffers: "1" } },
    PAPERS_EXPIRING: { path: "/profile/account/risks?tab=papers", filters: {} },
    JOB_REJECTED: { path: "/profile/jobs", filters: { states: ["REJECTED"] } },
    RECEIPT_ANNULLED: {
      path: "/profile/account/receipts",
      filters: { states: ["REVERSED_BY_WORKMAN"], reversedStart: annulledSince(today) },
    },
  };
}

/** First day of the annulments that are still told. */
export function annulledSince(today: string): string {
  return addDays(today, 1 - SUMMARY_DAYS);
}
