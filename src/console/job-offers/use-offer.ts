import { useOne } from "@refinedev/core";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { OFFERS } from "./job-offer-lists.ts";

/** @param id - `undefined` reads nothing. */
export function useOffer(id: number | undefined): {
  readonly offer: JobOffer | undefined;
  readonly hasFailed: boolean;
  readonly isStale: boolean;
} {
  const { result, query } = useOne<JobOffer>({
    resource: OFFERS,
    id,
    queryOptions: { enabled: id !== undefined },
  });
  return {
    offer: id === undefined ? undefined : result,
    hasFailed: query.isError,
    isStale: query.isFetching && !query.isFetchedAfterMount,
  };
}
