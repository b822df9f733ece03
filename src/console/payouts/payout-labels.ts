import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";

/** Promised date of a pending payout: «до 26.11.2026». */
export function promiseOf({ promisedOn }: Payout): string | null {
  return promisedOn === null ? null : `до ${formatDay(promisedOn)}`;
}

/** Date of arrival; none for money returned by the bank. */
export function arrivalOf({ state, paidAt }: Payout): string | null {
  return state.id === "PAID" ? paidAt : null;
}

/** What was paid for: a job has a page, a registry row only its registry. */
export function workOf({ job, registry }: Payout): {
  readonly to: string | null;
  readonly text: string;
} {
  const title = job?.title ?? "Работа";
  if (registry === null) return { to: job && `/jobs/${job.id}`, text: title };
  return {
    to: null,
    text: `${title}, ${registry.title}`,
  };
}
