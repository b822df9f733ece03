import { useEffect, useRef } from "react";
import type { Job } from "#contract/jobs/job.ts";
import { EVERYTHING, listen, type LiveEvent } from "#web/live/live-stream.ts";

/** Ms in which events share one refetch. */
const GATHER_MS = 500;

export function useLiveJob(job: Job, onChanged: () => void): void {
  const latest = useRef(job);
  useEffect(() => {
    latest.current = job;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = listen((event) => {
      if (!concerns(event, latest.current)) return;
      timer ??= setTimeout(() => {
        timer = null;
        onChanged();
      }, GATHER_MS);
    });
    return () => {
      if (timer) clearTimeout(timer);
      stop();
    };
  }, [onChanged]);
}

function concerns(
  { resource, ids }: LiveEvent,
  { id, myOffer, myInvite, acceptedJobOffer }: Job,
): boolean {
  const names = (...own: (number | undefined)[]) =>
    ids.length === 0 ||
    own[0] === undefined ||
    own.some((one) => one !== undefined && ids.includes(one));
  // Review events have their job's id.
  if (resource === "jobs" || resource === "reviews") return names(id);
  if (resource === "job-offers")
    return names(myOffer?.id ?? acceptedJobOffer?.id, acceptedJobOffer?.id);
  if (resource === "payouts") return names(acceptedJobOffer?.payout?.id);
  if (resource === "job-invites") return names(myInvite?.id);
  return resource === "job-documents" || resource === EVERYTHING.resource;
}
