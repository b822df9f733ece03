import { useCallback, useEffect, useState } from "react";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { useSession } from "#web/session/session.ts";
import type { JobPageData } from "./job-view.tsx";

/** Rendered for a guest, read again for a signed-in person. */
export function useJob({ id, job, readFor }: JobPageData): {
  readonly job: Job | null;
  readonly reload: () => void;
} {
  const { me } = useSession();
  const [own, setOwn] = useState<{ readonly personId: number; readonly job: Job } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const personId = me?.id ?? null;
  useEffect(() => {
    if (personId === null || (personId === readFor && attempt === 0)) return;
    let isStale = false;
    callEndpoint(jobEndpoints.info, { query: { jobID: id } }).then(
      (read) => {
        if (!isStale) setOwn({ personId, job: read });
      },
      // Keep the guest's view.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [id, personId, readFor, attempt]);
  return {
    job: own !== null && own.personId === personId && own.job.id === id ? own.job : job,
    reload,
  };
}
