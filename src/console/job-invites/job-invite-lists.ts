/** Invites of a company to its jobs. */
export const INVITES = "job-invites";
/** Lists that change when somebody is invited. Inviting to a draft publishes it. */
export const INVITE_LISTS: readonly string[] = [
  INVITES,
  "jobs",
  "jobs/accepted",
  "jobs/offered",
  "jobs/invited",
];
