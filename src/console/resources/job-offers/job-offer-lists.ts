/** Results of the company's jobs that wait for it. */
export const ACCEPTANCE = "job-offers/acceptance";
/** Lists that change when an offer does. */
export const OFFER_LISTS: readonly string[] = ["job-offers", ACCEPTANCE, "jobs", "jobs/accepted", "jobs/offered", "jobs/invited"];
