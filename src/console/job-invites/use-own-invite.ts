import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

/** More than anybody has to answer at once. */
const MOST = 100;

/**
 * An invite that waits for this worker's answer. Read from his list: asking for one by its id would
 * be written down as another look at it.
 */
export function useOwnInvite(id: number): {
  readonly invite: JobInvite | undefined;
  readonly isMissing: boolean;
  readonly failure: string | null;
} {
  const { data, error } = useRead(
    jobInviteEndpoints.list,
    { query: { "filters[states]": "SENT,VIEWED", page: 1, perPage: MOST } as never },
    { resource: "job-invites", silent: true },
  );
  const invite = data?.items.find((one) => one.id === id);
  return {
    invite,
    isMissing: data !== undefined && invite === undefined,
    failure: error?.message ?? null,
  };
}
