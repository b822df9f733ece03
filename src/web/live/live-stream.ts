import { EVENTS_PATH } from "#contract/kernel/api-bases.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { doubtServer } from "#web/wire/server-link.ts";
import { afterLoad } from "./after-load.ts";
import {
  bearerToken,
  callerHeaders,
  currentSession,
  livePlaceOfFirstReading,
  readRefusal,
  refreshToken,
  subscribeSession,
} from "#web/session/session.ts";

/** Has no data: refetch. */
export interface LiveEvent {
  readonly resource: string;
  /** Empty: the whole list. */
  readonly ids: readonly number[];
}

/** Sent after a disconnection. */
export const EVERYTHING: LiveEvent = { resource: "*", ids: [] };

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Three missed heartbeats of 15 s. */
const SILENCE_MS = 45_000;

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();
let running: AbortController | null = null;
/** Last processed event; on connect the server sends later ones. */
let place: string | null = null;

/**
 * Open while there are listeners; reconnects. `fetch`, because `EventSource` cannot send a bearer
 * header.
 */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (!running) {
    const { signal } = (running = new AbortController());
    // After the screen's data.
    afterLoad(() => void stayConnected(signal));
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    running?.abort();
    running = null;
  };
}

/**
 * `text/event-stream` in chunks.
 *
 * @returns complete events, the last id, and the incomplete rest.
 */
export function readEvents(text: string): {
  events: LiveEvent[];
  lastId: string | null;
  rest: string;
} {
  const parts = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = parts.pop() ?? "";
  const lastId = parts.flatMap((event) => fieldOf(event, "id")).pop() ?? null;
  return { events: parts.flatMap(readEvent), lastId, rest };
}

async function stayConnected(signal: AbortSignal): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  let isFirst = true;
  while (!signal.aborted) {
    const startedAt = Date.now();
    try {
      await readStream(signal, () => {
        // With a place the server sends the missed events or `*`.
        if (!isFirst && place === null) notify(EVERYTHING);
        isFirst = false;
      });
    } catch {
      // Reconnect below.
    }
    if (signal.aborted) return;
    if (await doubtServer()) {
      // Repeats reads that failed meanwhile.
      notify(EVERYTHING);
      waitMs = FIRST_WAIT_MS;
    }
    waitMs =
      Date.now() - startedAt > SILENCE_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS);
    // Jitter: a thousand consoles must not reconnect at once.
    await pause(waitMs * (0.5 + Math.random() / 2), signal);
    if (currentSession().status !== "signed-in") await untilSignedIn(signal);
  }
}

async function readStream(signal: AbortSignal, handleOpen: () => void): Promise<void> {
  const connection = new AbortController();
  const abort = () => connection.abort();
  signal.addEventListener("abort", abort);
  let watch = setTimeout(abort, SILENCE_MS);
  try {
    const answer = await openStream(connection.signal);
    if (!answer.ok) throw await readRefusal(answer.status, await answer.text());
    if (!answer.body) return;
    handleOpen();
    const reader = answer.body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, BufferSource>)
      .getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(abort, SILENCE_MS);
      const read = readEvents(rest + value);
      rest = read.rest;
      place = read.lastId ?? place;
      read.events.forEach(notify);
    }
  } finally {
    clearTimeout(watch);
    signal.removeEventListener("abort", abort);
    connection.abort();
  }
}

async function openStream(signal: AbortSignal): Promise<Response> {
  const address = `${consoleConfig().apiOrigins.open}${EVENTS_PATH}`;
  const token = await bearerToken();
  place ??= livePlaceOfFirstReading();
  const headers = {
    accept: "text/event-stream",
    ...(place === null ? {} : { "last-event-id": place }),
  };
  const open = (token: string | null) =>
    fetch(address, { signal, headers: { ...callerHeaders(token), ...headers } });
  const answer = await open(token);
  return answer.status === 401 ? open(await refreshToken(token)) : answer;
}

function readEvent(event: string): LiveEvent[] {
  const data = fieldOf(event, "data").join("\n");
  if (data === "") return [];
  try {
    const { resource, ids } = JSON.parse(data) as { resource?: unknown; ids?: unknown };
    if (typeof resource !== "string") return [];
    return [
      {
        resource: resource.replace(/^resources\//, ""),
        ids: Array.isArray(ids) ? ids.map(Number) : [],
      },
    ];
  } catch {
    return [];
  }
}

function fieldOf(event: string, name: "data" | "id"): string[] {
  return event
    .split("\n")
    .flatMap((line) =>
      line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : [],
    );
}

function notify(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

function untilSignedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeSession(() => {
      if (currentSession().status === "signed-in") stop();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
