/** Offers, for both sides. */
export const OFFERS = "job-offers";
/** Results to accept. */
export const ACCEPTANCE = "job-offers/acceptance";
/** Lists changed by an offer. */
export const OFFER_LISTS: readonly string[] = [
  OFFERS,
  ACCEPTANCE,
  "jobs",
  "jobs/accepted",
  "jobs/offered",
  "jobs/invited",
  "payouts",
];
