export const JOB_COUNT_WORDS = ["задание", "задания", "заданий"] as const;

/** Of Refine; all follow live events of `jobs`. */
export const JOB_LISTS = {
  own: "jobs",
  /** With an accepted offer by the worker. */
  accepted: "jobs/accepted",
  /** With an offer by the worker, not accepted. */
  offered: "jobs/offered",
  invited: "jobs/invited",
} as const;

export const ALL_JOB_LISTS: readonly string[] = Object.values(JOB_LISTS);
