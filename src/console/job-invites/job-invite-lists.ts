export const INVITES = "job-invites";
/** Lists changed by an invite. Inviting to a draft publishes it. */
export const INVITE_LISTS: readonly string[] = [
  INVITES,
  "jobs",
  "jobs/accepted",
  "jobs/offered",
  "jobs/invited",
];
