import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";

const DAYS = 400;
/** People of a shared device. */
const MOST_PEOPLE = 4;

/**
 * A browser's mark, signed per person who signed in here. Grants nothing; separates a stranger's
 * requests from the owner's.
 */
export function deviceCookie(https: boolean, secrets: Secrets) {
  const name = https ? "__Host-device" : "device";
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure: https } as const;
  const signatureOf = (id: string, personId: number) =>
    secrets.digest("device", `${id}\n${personId}`).subarray(0, 9).toString("base64url");
  const read = (reply: FastifyReply): string[] => {
    const value = reply.request.cookies[name] ?? "";
    return /^[\w-]{22}(\.[\w-]{12}){0,4}$/.test(value) ? value.split(".") : [];
  };
  const write = (reply: FastifyReply, parts: readonly string[]) =>
    void reply.setCookie(name, parts.join("."), { ...options, maxAge: DAYS * 86_400 });

  return {
    mark(reply: FastifyReply): void {
      if (read(reply).length === 0) write(reply, [randomBytes(16).toString("base64url")]);
    },
    remember(reply: FastifyReply, personId: number): void {
      const [id = randomBytes(16).toString("base64url"), ...known] = read(reply);
      const mine = signatureOf(id, personId);
      write(reply, [id, mine, ...known.filter((one) => one !== mine)].slice(0, 1 + MOST_PEOPLE));
    },
    /** `isKnown`: the phone's owner has signed in here. */
    async requesterOf(
      reply: FastifyReply,
      trx: Trx,
      phone: string,
      ip: string,
    ): Promise<{ ids: readonly [string, ...string[]]; isKnown: boolean }> {
      const [id, ...signatures] = read(reply);
      if (id === undefined) return { ids: [ip], isKnown: false };
      const { rows } = await sql<{ id: number }>`
        SELECT id FROM people WHERE phone = ${phone}`.execute(trx);
      const isKnown = rows[0] !== undefined && signatures.includes(signatureOf(id, rows[0].id));
      return { ids: isKnown ? [id] : [id, ip], isKnown };
    },
  };
}
