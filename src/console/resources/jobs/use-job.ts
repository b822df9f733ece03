import { useEffect, useState } from "react";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { Job } from "#contract/jobs/job.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { useSession } from "#console/providers/session.ts";
import type { JobPageData } from "./job-page.tsx";

/**
 * The job as the visitor may see it. The server draws it for a guest; as soon as it turns out who is looking, it is read for him: his own draft appears, his
 * offer and his flags too.
 */
export function useJob({ id, job, readFor }: JobPageData): Job | null {
  const { me } = useSession();
  const [own, setOwn] = useState<{ readonly personId: number; readonly job: Job } | null>(null);
  const personId = me?.id ?? null;
  useEffect(() => {
    if (personId === null || personId === readFor) return;
    let isStale = false;
    callEndpoint(jobEndpoints.info, { query: { jobID: id } }).then(
      (read) => {
        if (!isStale) setOwn({ personId, job: read });
      },
      // What a guest sees stays: it is true, only less.
      () => undefined,
    );
    return () => {
      isStale = true;
    };
  }, [id, personId, readFor]);
  return own !== null && own.personId === personId && own.job.id === id ? own.job : job;
}
