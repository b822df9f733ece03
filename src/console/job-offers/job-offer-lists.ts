/** Offers as both sides read them. */
export const OFFERS = "job-offers";
/** Results of the company's jobs that wait for it. */
export const ACCEPTANCE = "job-offers/acceptance";
/** Lists that change when an offer does. */
export const OFFER_LISTS: readonly string[] = [
  OFFERS,
  ACCEPTANCE,
  "jobs",
  "jobs/accepted",
  "jobs/offered",
  "jobs/invited",
  "payouts",
];
