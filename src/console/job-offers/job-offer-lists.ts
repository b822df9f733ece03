export const OFFERS = "job-offers";
export const ACCEPTANCE = "job-offers/acceptance";
export const OFFER_LISTS: readonly string[] = [
  OFFERS,
  ACCEPTANCE,
  "jobs",
  "jobs/accepted",
  "jobs/offered",
  "jobs/invited",
  "payouts",
];
