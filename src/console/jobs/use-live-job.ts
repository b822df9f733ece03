import { useEffect, useRef } from "react";
import type { Job } from "#contract/jobs/job.ts";
import { EVERYTHING, listen, type LiveEvent } from "#web/live/live-stream.ts";

/** A burst of events becomes one reading. */
const GATHER_MS = 500;

/**
 * Calls when the event stream says that this job, or what the person has to do with it, has
 * changed.
 */
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

/**
 * Offers and invites of other jobs are as frequent as one's own: an event that names others is not
 * for this page.
 */
function concerns(
  { resource, ids }: LiveEvent,
  { id, myOffer, myInvite, acceptedJobOffer }: Job,
): boolean {
  const names = (...own: (number | undefined)[]) =>
    ids.length === 0 ||
    own[0] === undefined ||
    own.some((one) => one !== undefined && ids.includes(one));
  // Reviews are told by the job they are of.
  if (resource === "jobs" || resource === "reviews") return names(id);
  if (resource === "job-offers")
    return names(myOffer?.id ?? acceptedJobOffer?.id, acceptedJobOffer?.id);
  if (resource === "payouts") return names(acceptedJobOffer?.payout?.id);
  if (resource === "job-invites") return names(myInvite?.id);
  return resource === "job-documents" || resource === EVERYTHING.resource;
}
