export const JOB_COUNT_WORDS = ["задание", "задания", "заданий"] as const;

/** Refine resources of the job lists; all follow live events of `jobs`. */
export const JOB_LISTS = {
  /** The company's jobs. */
  own: "jobs",
  /** Jobs whose offer by the worker was accepted. */
  accepted: "jobs/accepted",
  /** Jobs with an offer by the worker, not accepted. */
  offered: "jobs/offered",
  /** Jobs the worker is invited to. */
  invited: "jobs/invited",
} as const;

export const ALL_JOB_LISTS: readonly string[] = Object.values(JOB_LISTS);
