import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

/** More than anybody has open at once. */
const MOST = 100;

/** From the list, because reading by id logs another view. */
export function useOwnInvite(id: number): {
  readonly invite: JobInvite | undefined;
  readonly isMissing: boolean;
  readonly failure: string | null;
} {
  const { data, error } = useRead(
    jobInviteEndpoints.list,
    { query: { "filters[states]": "SENT,VIEWED", page: 1, perPage: MOST } as never },
    { silent: true },
  );
  const invite = data?.items.find((one) => one.id === id);
  return {
    invite,
    isMissing: data !== undefined && invite === undefined,
    failure: error?.message ?? null,
  };
}
