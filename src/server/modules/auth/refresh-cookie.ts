import type { FastifyReply, FastifyRequest } from "fastify";

const REFRESH_DAYS = 30;

/** The refresh token of a browser: out of reach of scripts, sent only to its own origin. */
export function refreshCookie(https: boolean) {
  const name = https ? "__Host-refresh" : "refresh";
  const options = { path: "/", httpOnly: true, sameSite: "strict", secure: https } as const;
  return {
    set: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, { ...options, maxAge: REFRESH_DAYS * 86_400 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
    read: (request: FastifyRequest) => request.cookies[name],
  };
}
