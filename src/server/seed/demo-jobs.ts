import { listOf, loadCsv, oneOf, optional, text, wholeNumber } from "#server/files/load-csv.ts";

/**
 * Twelve groups of services, fourteen cities: published ones, and one in every state for the two
 * customers. Texts name a result and a price, never shifts and wages.
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
  doer: optional(text),
  /** When the job's state does not tell the offer's. */
  offer: optional(oneOf(["ARBITRATION"])),
  reason: optional(text),
  comment: optional(text),
});

export type DemoJob = (typeof JOBS)[number];
/** The two accounts to sign in for, then the companies of `demo-companies.csv`. */
export type DemoCustomer = DemoJob["customer"];

export const PUBLISHED_JOBS = JOBS.filter(
  (job) => job.state === "PUBLISHED" && job.visibility === "ALL",
);

export const INVITED_JOBS = JOBS.filter((job) => job.visibility === "INVITED");

export const STATE_JOBS = JOBS.filter((job) => job.state !== "PUBLISHED");

/** The seed accepts its result: its act waits for worker 101. */
export const RESULT_TO_ACCEPT = "Упаковать подарки для партнёров";
