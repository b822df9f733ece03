import { useEffect, useRef, useState } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { jobInviteEndpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { splitMessage } from "#web/format/message.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { asHttpError } from "#web/wire/http-error.ts";

export interface OwnWork {
  readonly offer: JobOffer | null;
  /** Unanswered. */
  readonly invite: JobInvite | null;
  /** With its signature sheet once signed. */
  readonly act: JobDocument | null;
}

const NOTHING: OwnWork = { offer: null, invite: null, act: null };

interface OwnWorkReading {
  readonly work: OwnWork;
  readonly isLoading: boolean;
  readonly failure: string | null;
}

/** Keeps previous data while reading. */
export function useOwnWork(job: Job): OwnWorkReading {
  const [{ work, failure, of }, setReading] = useState<{
    readonly work: OwnWork;
    readonly failure: string | null;
    readonly of: Job | null;
  }>({ work: NOTHING, failure: null, of: null });
  const seen = useRef<SeenInvite | null>(null);
  useEffect(() => {
    let isStale = false;
    readOwnWork(job, seen.current).then(
      (read) => {
        if (read.invite) seen.current = { invite: read.invite, jobVersion: job.version };
        if (!isStale) setReading({ work: read, failure: null, of: job });
      },
      (thrown: unknown) => {
        if (!isStale)
          setReading((before) => ({
            work: before.work,
            failure: splitMessage(asHttpError(thrown).message).title,
            of: job,
          }));
      },
    );
    return () => {
      isStale = true;
    };
  }, [job]);
  return { work, failure, isLoading: of !== job && work === NOTHING && hasWork(job) };
}

/** And the job version it was read with. */
interface SeenInvite {
  readonly invite: JobInvite;
  readonly jobVersion: string;
}

/** Reading logs a view in the customer's journal: once a visit, and again for changed terms. */
async function readOwnWork(job: Job, seen: SeenInvite | null): Promise<OwnWork> {
  const [offer, invite] = await Promise.all([
    job.myOffer ? callEndpoint(jobOfferEndpoints.myInfo, { query: { jobID: job.id } }) : null,
    isOpen(job.myInvite)
      ? job.myInvite.id === seen?.invite.id && job.version === seen.jobVersion
        ? seen.invite
        : callEndpoint(jobInviteEndpoints.view, { params: { id: job.myInvite.id } })
      : null,
  ]);
  const act = offer?.act
    ? await callEndpoint(jobDocumentEndpoints.info, { params: { id: offer.act.documentID } })
    : null;
  return offer || invite ? { offer, invite, act } : NOTHING;
}

function hasWork({ myOffer, myInvite }: Job): boolean {
  return myOffer !== null || isOpen(myInvite);
}

function isOpen(invite: Job["myInvite"]): invite is NonNullable<Job["myInvite"]> {
  return invite?.state.id === "SENT" || invite?.state.id === "VIEWED";
}
