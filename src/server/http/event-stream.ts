import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { EVENTS_PATH } from "#contract/kernel/api-bases.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";
import { refuseOtherCompany } from "./refuse-other-company.ts";
import type { SecurityFailures } from "./security-failure.ts";
import { EVERYTHING, type LiveHub } from "#server/data/live.ts";
import type { LiveMessage } from "#server/data/live-message.ts";

const HEARTBEAT_MS = 15_000;
/** Ms between checks of the session; logout ends a stream at once. */
const RECHECK_MS = 60_000;
const STREAMS_PER_PERSON = 10;

type Word = Pick<LiveMessage, "resource" | "ids">;

interface Dependencies {
  readonly db: Kysely<Schema>;
  readonly hub: LiveHub;
  readonly failures: Pick<SecurityFailures, "note">;
  actorOf(authorization: string | undefined): Promise<Actor | null>;
}

/**
 * What to reload, for the person and the current account. `Last-Event-ID`: last known place, from
 * `my-info` (`LIVE_PLACE_HEADER`) or this stream; later messages are sent at once.
 */
export function serveEventStream(
  app: FastifyInstance,
  { db, hub, failures, actorOf }: Dependencies,
): void {
  const open = new Map<number, number>();
  const streams = new Set<() => void>();

  const callerOf = async (request: FastifyRequest) => {
    try {
      const actor = await actorOf(request.headers.authorization);
      await refuseOtherCompany(db, request, actor);
      return actor;
    } catch (error) {
      await failures.note(error, { request, actor: null, endpointId: "events" });
      throw error;
    }
  };

  app.get(EVENTS_PATH, async (request, reply) => {
    const actor = await callerOf(request);
    if (!actor) throw new AppError("unauthorized");
    const count = open.get(actor.personId) ?? 0;
    if (count >= STREAMS_PER_PERSON) throw new AppError("too_many_requests");
    if (request.method === "HEAD")
      return reply.header("content-type", "text/event-stream; charset=utf-8").send();
    open.set(actor.personId, count + 1);

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      ...inherited(reply.getHeaders()),
    });
    raw.write("retry: 2000\n\n");
    const mine = [
      `person:${actor.personId}`,
      ...(actor.accountId ? [`account:${actor.accountId}`] : []),
    ];
    const send = (word: Word) =>
      raw.write(
        `id: ${hub.place}\ndata: ${JSON.stringify({ resource: word.resource, ids: word.ids })}\n\n`,
      );
    const unsubscribe = hub.subscribe([...mine, `session:${actor.sessionId}`], (message) =>
      message.to.startsWith("session:") ? close() : send(message),
    );
    const known = request.headers["last-event-id"];
    if (typeof known === "string" && known !== "")
      for (const word of missedSince(known, mine)) send(word);
    // Moves the client's place on, so that it is remembered after an hour of silence.
    const stillHere = () => raw.write(`: here\nid: ${hub.place}\n\n`);
    stillHere();
    const heartbeat = setInterval(stillHere, HEARTBEAT_MS);
    const recheck = setInterval(() => {
      callerOf(request).then((now) => now ?? close(), close);
    }, RECHECK_MS);
    let closed = false;
    function close() {
      if (closed) return;
      closed = true;
      clearInterval(heartbeat);
      clearInterval(recheck);
      unsubscribe();
      streams.delete(close);
      const left = (open.get(actor?.personId ?? 0) ?? 1) - 1;
      if (left > 0) open.set(actor?.personId ?? 0, left);
      else open.delete(actor?.personId ?? 0);
      raw.end();
    }
    streams.add(close);
    raw.on("close", close);
    raw.on("error", close);
  });

  /** A registry that moved ten steps is reloaded once. */
  function missedSince(place: string, addresses: readonly string[]): Word[] {
    const missed: readonly Word[] = hub.since(place, addresses) ?? [{ resource: EVERYTHING }];
    return [
      ...new Map(missed.map((word) => [JSON.stringify([word.resource, word.ids]), word])).values(),
    ];
  }

  app.addHook("preClose", async () => {
    for (const close of streams) close();
  });
}

function inherited(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([, value]) => typeof value === "string"),
  ) as Record<string, string>;
}
