import { useOne } from "@refinedev/core";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { OFFERS } from "./job-offer-lists.ts";

/**
 * One offer, refetched on live events and after commands. @param id - `undefined` reads nothing.
 */
export function useOffer(id: number | undefined): {
  readonly offer: JobOffer | undefined;
  readonly hasFailed: boolean;
  /** The cached offer is stale and being refetched. */ readonly isStale: boolean;
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
