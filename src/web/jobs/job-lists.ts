/** «3 задания». */
export const JOB_COUNT_WORDS = ["задание", "задания", "заданий"] as const;

/** Refine resources of the lists of jobs; all of them follow live events of `jobs`. */
export const JOB_LISTS = {
  /** Of the company. */
  own: "jobs",
  /** The worker's offer was accepted. */
  accepted: "jobs/accepted",
  /** With offers that are not accepted. */
  offered: "jobs/offered",
  /** The worker is invited. */
  invited: "jobs/invited",
} as const;

/** Every list a command on a job may change. */
export const ALL_JOB_LISTS: readonly string[] = Object.values(JOB_LISTS);
