import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { formatDay } from "#web/format/dates.ts";

/** The day by which it comes, while it is on its way: «до 26.11.2026». */
export function promiseOf({ promisedOn }: Payout): string | null {
  return promisedOn === null ? null : `до ${formatDay(promisedOn)}`;
}

/** When it came; money that the bank has sent back has not. */
export function arrivalOf({ state, paidAt }: Payout): string | null {
  return state.id === "PAID" ? paidAt : null;
}

/**
 * What it was earned by: a job of the exchange has a page, a row of a payroll only the number its
 * company says.
 */
export function workOf({ job, registryID, registryNumber }: Payout): {
  readonly to: string | null;
  readonly text: string;
} {
  const title = job?.title ?? "Работа";
  if (registryID === null) return { to: job && `/jobs/${job.id}`, text: title };
  return {
    to: null,
    text: registryNumber === null ? title : `${title}, реестр №\u00A0${registryNumber}`,
  };
}
