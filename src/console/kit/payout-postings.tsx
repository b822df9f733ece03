import { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PostingsTable } from "./postings-table.tsx";

export function PayoutPostings({ payoutId }: { readonly payoutId: number }) {
  const { data, error, isLoading } = useRead(
    payoutEndpoints.postings,
    { params: { id: payoutId } },
    { silent: true, staleTimeMs: 0 },
  );
  return (
    <PostingsTable postings={data?.items ?? []} isLoading={isLoading} failure={error?.message} />
  );
}
