import type { FastifyInstance } from "fastify";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import type { Clock } from "#server/data/clock.ts";

const PREFIXES = Object.values(API_BASES).map(({ prefix }) => `${prefix}/`);
/** The header counts seconds. */
const NO_DIFFERENCE_MS = 1000;

/** Sends a moved clock in `Date`. */
export function sendProductTime(app: FastifyInstance, clock: Clock): void {
  app.addHook("onSend", async (request, reply) => {
    const now = clock.now();
    if (
      Math.abs(now.getTime() - Date.now()) < NO_DIFFERENCE_MS ||
      !PREFIXES.some((prefix) => request.url.startsWith(prefix))
    )
      return;
    void reply.header("date", now.toUTCString());
  });
}
