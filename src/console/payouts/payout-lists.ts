export const PAYOUTS = "payouts";
export const RECEIPTS = "receipts";
/** Resources changed by a payout. */
export const PAYOUT_LISTS: readonly string[] = [
  PAYOUTS,
  RECEIPTS,
  "job-offers",
  "jobs",
  "transactions",
];
