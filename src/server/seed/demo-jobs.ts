import { listOf, loadCsv, oneOf, optional, text, wholeNumber } from "#server/files/load-csv.ts";

/**
 * Jobs of the demonstration over twelve groups of services and fourteen cities: published ones, and
 * jobs of the two customers people sign in for in every state a job may be in. Texts speak of a
 * result and a price, never of shifts and wages.
 */
const JOBS = loadCsv(import.meta.url, "demo-jobs.csv", {
  state: oneOf([
    "DRAFT",
    "MODERATION",
    "REJECTED",
    "PUBLISHED",
    "WORKMANPENDING",
    "INPROGRESS",
    "COMPLETED",
    "CANCELED",
  ]),
  visibility: oneOf(["ALL", "INVITED"]),
  customer: oneOf([
    "warehouse",
    "cleaning",
    "shops",
    "repairs",
    "events",
    "digital",
    "school",
    "home",
  ]),
  service: wholeNumber,
  city: text,
  rubles: wholeNumber,
  payType: oneOf(["FIXED", "NEGOTIABLE"]),
  publishedDaysAgo: wholeNumber,
  finishInDays: wholeNumber,
  title: text,
  description: text,
  project: optional(text),
  tags: listOf(text),
  /** Phone of the worker who does it. */
  doer: optional(text),
  /** Where the offer of the worker stands when the state of the job does not say it. */
  offer: optional(oneOf(["ARBITRATION"])),
  /** Why it was rejected or canceled. */
  reason: optional(text),
  comment: optional(text),
});

export type DemoJob = (typeof JOBS)[number];
/** Whose job: the two accounts people sign in for, then the companies of `demo-companies.csv`. */
export type DemoCustomer = DemoJob["customer"];

export const PUBLISHED_JOBS = JOBS.filter(
  (job) => job.state === "PUBLISHED" && job.visibility === "ALL",
);

/** Seen only by those who are invited. */
export const INVITED_JOBS = JOBS.filter((job) => job.visibility === "INVITED");

export const STATE_JOBS = JOBS.filter((job) => job.state !== "PUBLISHED");

/**
 * The result of this one is accepted while the demonstration is given its past: its act waits for
 * worker 101 to sign.
 */
export const RESULT_TO_ACCEPT = "Упаковать подарки для партнёров";
