import { useCallback, useEffect, useRef, useState } from "react";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import {
  MESSAGES_PER_PAGE,
  type JobOfferMessage,
  type JobOfferMessages,
} from "#contract/job-offers/message.ts";
import { splitMessage } from "#web/format/message.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { EVERYTHING, listen } from "#web/live/live-stream.ts";

/** Ms; the other side repeats every three seconds. */
const TYPING_MS = 5000;
/** Ms; messages within share one read. */
const GATHER_MS = 150;
/** After more missed pages the chat starts anew. */
const MOST_GAP_PAGES = 5;

interface Known {
  /** Oldest first. */
  readonly messages: readonly JobOfferMessage[];
  readonly total: number;
  /** Later messages are new. */
  readonly seenID: number;
  readonly otherReadID: number;
}

export interface Chat {
  /** `null` until loaded. */
  readonly known: Known | null;
  readonly failure: string | null;
  readonly isTyping: boolean;
  readonly isLoadingOlder: boolean;
  readonly loadOlder: () => void;
  readonly refresh: () => void;
}

export function useChat(offerId: number): Chat {
  const [known, setKnown] = useState<Known | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  /** The next page is computed from it, rendered or not. */
  const latest = useRef<Known | null>(null);
  const take = useCallback((page: JobOfferMessages) => {
    latest.current = merge(latest.current, page);
    setKnown(latest.current);
  }, []);

  const refresh = useCallback(() => {
    readNewest(offerId, latest.current).then(
      (read) => {
        setFailure(null);
        take(read);
      },
      (thrown: unknown) => setFailure(splitMessage(asHttpError(thrown).message).title),
    );
  }, [offerId, take]);

  const loadOlder = useCallback(() => {
    setIsLoadingOlder(true);
    readPage(offerId, latest.current?.messages.length ?? 0).then(
      (page) => {
        setIsLoadingOlder(false);
        take(page);
      },
      (thrown: unknown) => {
        setIsLoadingOlder(false);
        setFailure(splitMessage(asHttpError(thrown).message).title);
      },
    );
  }, [offerId, take]);

  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let typing: ReturnType<typeof setTimeout> | undefined;
    // Reading marks as read, so a hidden tab does not read.
    const refreshIfSeen = () => {
      if (document.visibilityState === "visible") refresh();
    };
    refreshIfSeen();
    const stop = listen(({ resource, ids }) => {
      if (resource !== EVERYTHING.resource && !(ids.length === 0 || ids.includes(offerId))) return;
      if (resource === "job-offer-typing") {
        setIsTyping(true);
        clearTimeout(typing);
        typing = setTimeout(() => setIsTyping(false), TYPING_MS);
      }
      if (
        resource === "job-offers" ||
        resource === "job-offer-reads" ||
        resource === EVERYTHING.resource
      ) {
        clearTimeout(gathering);
        gathering = setTimeout(refreshIfSeen, GATHER_MS);
      }
    });
    document.addEventListener("visibilitychange", refreshIfSeen);
    return () => {
      stop();
      clearTimeout(gathering);
      clearTimeout(typing);
      document.removeEventListener("visibilitychange", refreshIfSeen);
    };
  }, [offerId, refresh]);

  const [last, setLast] = useState(0);
  const newest = known?.messages.at(-1)?.id ?? 0;
  if (newest !== last) {
    setLast(newest);
    setIsTyping(false);
  }
  return { known, failure, isTyping, isLoadingOlder, loadOlder, refresh };
}

/** Until pages overlap the known messages. */
async function readNewest(offerId: number, known: Known | null): Promise<JobOfferMessages> {
  const read = await readPage(offerId, 0);
  const lastKnown = known?.messages.at(-1)?.id;
  if (lastKnown === undefined) return read;
  const items = [...read.items];
  for (
    let page = 1;
    page < MOST_GAP_PAGES && items.length < read.total && !items.some(({ id }) => id <= lastKnown);
    page += 1
  )
    items.push(...(await readPage(offerId, items.length)).items);
  return { ...read, items };
}

function readPage(offerId: number, offset: number): Promise<JobOfferMessages> {
  return requestEndpoint(jobOfferEndpoints.messageList, {
    query: { jobOfferID: offerId, offset, limit: MESSAGES_PER_PAGE },
  });
}

/** Pages shift while messages arrive. */
function merge(
  before: Known | null,
  { items, total, readID, otherReadID }: JobOfferMessages,
): Known {
  const byId = new Map([...(before?.messages ?? []), ...items].map((one) => [one.id, one]));
  const messages = [...byId.values()].sort((one, other) => one.id - other.id);
  return {
    messages,
    total: Math.max(total, before?.total ?? 0),
    seenID: before?.seenID ?? readID,
    otherReadID: Math.max(otherReadID, before?.otherReadID ?? 0),
  };
}
