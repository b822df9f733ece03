import type { FastifyInstance } from "fastify";
import { EVENTS_PATH } from "#contract/http/api-bases.ts";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";
import type { LiveHub } from "./live.ts";

const HEARTBEAT_MS = 15_000;
/** A stream re-proves its session this often; logout ends it at once through the hub. */
const RECHECK_MS = 60_000;
const STREAMS_PER_PERSON = 10;

interface Dependencies {
  readonly hub: LiveHub;
  actorOf(authorization: string | undefined): Promise<Actor | null>;
}

/** Server-sent events for the console: what to read again, for the signed-in person and the account acted for. */
export function serveEventStream(app: FastifyInstance, { hub, actorOf }: Dependencies): void {
  const open = new Map<number, number>();
  const streams = new Set<() => void>();

  app.get(EVENTS_PATH, async (request, reply) => {
    const actor = await actorOf(request.headers.authorization);
    if (!actor) throw new AppError("unauthorized");
    const count = open.get(actor.personId) ?? 0;
    if (count >= STREAMS_PER_PERSON) throw new AppError("too_many_requests");
    open.set(actor.personId, count + 1);

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", "x-accel-buffering": "no", ...inherited(reply.getHeaders()) });
    raw.write("retry: 2000\n\n");
    const addresses = [`person:${actor.personId}`, `session:${actor.sessionId}`, ...(actor.accountId ? [`account:${actor.accountId}`] : [])];
    const unsubscribe = hub.subscribe(addresses, (message) => {
      if (message.to.startsWith("session:")) return close();
      raw.write(`data: ${JSON.stringify({ resource: message.resource, ids: message.ids })}\n\n`);
    });
    const heartbeat = setInterval(() => raw.write(": here\n\n"), HEARTBEAT_MS);
    const recheck = setInterval(() => {
      actorOf(request.headers.authorization).then((now) => now ?? close(), close);
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

  app.addHook("preClose", async () => {
    for (const close of streams) close();
  });
}

function inherited(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === "string")) as Record<string, string>;
}
