export const JOB_COUNT_WORDS = ["задание", "задания", "заданий"] as const;

/** Resources; all follow live events of `jobs`. */
export const JOB_LISTS = {
  own: "jobs",
  /** With the worker's accepted offer. */
  accepted: "jobs/accepted",
  /** With the worker's offer, not accepted. */
  offered: "jobs/offered",
  invited: "jobs/invited",
} as const;

export const ALL_JOB_LISTS: readonly string[] = Object.values(JOB_LISTS);
