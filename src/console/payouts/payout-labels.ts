import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";

/** Promised date of a pending payout: «до 26.11.2026». */
export function promiseOf({ promisedOn }: Payout): string | null {
  return promisedOn === null ? null : `до ${formatDay(promisedOn)}`;
}

/** «26.11.2026», or «Возврат 26.11.2026» of money that came back. */
export function arrivalOf({ paidAt, returnedAt }: Payout): string | null {
  if (returnedAt !== null) return `Возврат ${formatDay(returnedAt)}`;
  return paidAt && formatDay(paidAt);
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
