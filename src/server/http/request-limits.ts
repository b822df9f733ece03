import { createHash } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LruCache } from "#server/work/lru-cache.ts";
import type { Actor } from "./actor.ts";
import { networkOf } from "./address-network.ts";
import { AppError } from "./app-error.ts";
import { isPageRead } from "./page-reads.ts";

const MINUTE_MS = 60_000;
const MOST_CALLERS = 10_000;
/** Searches and own pages are not cacheable. */
const PAGES_SHARE = 10;

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RequestLimits {
  /** Before anything is read. */
  readonly calls: Limit;
  readonly searches: Limit;
  /** Whether one more page is drawn for this visitor: nobody's own page is cached. */
  mayDraw(request: FastifyRequest): Promise<boolean>;
  noteCaller(request: FastifyRequest, caller: Promise<Actor | null>): Promise<Actor | null>;
}

/**
 * By key, then by person; by address only without either: an office is not one visitor. IPv6 counts
 * by network.
 *
 * @param perMinute - 0: no limits.
 * @param isExempt - e.g. files of the build.
 * @param visitOf - the token of a signed-in visitor's browser.
 */
export async function limitRequests(
  http: FastifyInstance,
  perMinute: number,
  isExempt: (request: FastifyRequest) => boolean,
  visitOf: (request: FastifyRequest) => string | undefined,
): Promise<RequestLimits> {
  if (perMinute === 0)
    return {
      calls: async () => {},
      searches: async () => {},
      mayDraw: async () => true,
      noteCaller: (_, caller) => caller,
    };
  const callers = new LruCache<string>(MOST_CALLERS);
  await http.register(rateLimit, {
    max: perMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) =>
      callers.get(tokenOf(request) ?? "") ?? `address:${networkOf(request.ip)}`,
    allowList: (request) => isPageRead(request) || isExempt(request),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError("too_many_requests", undefined, {
        details: { retryAfterSeconds: Math.ceil(ttl / 1000) },
      }),
  });
  const most = Math.ceil(perMinute / PAGES_SHARE);
  const countDrawing = http.createRateLimit({
    max: most,
    timeWindow: MINUTE_MS,
    allowList: (request: FastifyRequest) => visitOf(request) === undefined,
    keyGenerator: (request) => `visit:${digestOf(visitOf(request) ?? "")}`,
  });
  return {
    calls: http.rateLimit() as Limit,
    searches: http.rateLimit({ max: most }) as Limit,
    async mayDraw(request) {
      const counted = await countDrawing(request);
      return counted.isAllowed || !counted.isExceeded;
    },
    async noteCaller(request, caller) {
      const token = tokenOf(request);
      if (token === null) return caller;
      const actor = await caller.catch((refusal: unknown) => {
        callers.delete(token);
        throw refusal;
      });
      if (actor !== null)
        callers.set(
          token,
          actor.apiKeyId === undefined ? `person:${actor.personId}` : `key:${actor.apiKeyId}`,
        );
      return actor;
    },
  };
}

/** No token is kept in memory. */
const digestOf = (token: string) => createHash("sha256").update(token).digest("base64");

function tokenOf({ headers: { authorization } }: FastifyRequest): string | null {
  return authorization === undefined ? null : digestOf(authorization);
}
