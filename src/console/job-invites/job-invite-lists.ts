export const INVITES = "job-invites";
/** Inviting to a draft also publishes it. */
export const INVITE_LISTS: readonly string[] = [
  INVITES,
  "jobs",
  "jobs/accepted",
  "jobs/offered",
  "jobs/invited",
];
