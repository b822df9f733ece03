import { useQuery } from "@tanstack/react-query";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { ChosenOffers } from "#web/modals/modal-catalogue.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";

/** Limit of one request. */
export const MOST_ACCEPTED = 2500;

export function useChosenOffers(chosen: ChosenOffers): {
  readonly offers: readonly JobOffer[] | undefined;
  readonly error: Error | null;
} {
  const isListed = "offers" in chosen;
  const { data, error } = useQuery({
    queryKey: ["job-offers", "chosen", chosen],
    queryFn: ({ signal }) => (isListed ? [...chosen.offers] : readAll(chosen.filters, signal)),
    ...(isListed ? { initialData: [...chosen.offers] } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { offers: data, error };
}

async function readAll(
  filters: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<JobOffer[]> {
  const offers: JobOffer[] = [];
  for (let page = 1; offers.length < MOST_ACCEPTED; page += 1) {
    const { items, meta } = await requestEndpoint(
      jobOfferEndpoints.acceptanceList,
      {
        query: {
          ...filters,
          page,
          perPage: MAX_PER_PAGE,
          sortBy: "finishedAt",
          sortDirection: "asc",
        },
      },
      { signal },
    );
    offers.push(...items);
    if (page >= meta.lastPage) break;
  }
  return offers.slice(0, MOST_ACCEPTED);
}
