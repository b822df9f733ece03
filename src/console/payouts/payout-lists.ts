export const PAYOUTS = "payouts";
export const RECEIPTS = "receipts";
/** What changes with a payout: its list, receipts, the offer and the job it pays. */
export const PAYOUT_LISTS: readonly string[] = [
  PAYOUTS,
  RECEIPTS,
  "job-offers",
  "jobs",
  "transactions",
];
