import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/http/app-error.ts";

const REFRESH_DAYS = 30;

/**
 * The browser's refresh token, hidden from scripts and sent to its origin only. `Lax`, so that a
 * link in a letter opens the page of whoever is signed in; an exchange of the token is besides
 * checked by the request's origin.
 * @param publicUrl - the site's URL when its origin differs from the API's.
 */
export function refreshCookie(https: boolean, publicUrl: string | null = null) {
  const name = https ? "__Host-refresh" : "refresh";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: https } as const;
  return {
    set: (reply: FastifyReply, token: string) =>
      void reply.setCookie(name, token, { ...options, maxAge: REFRESH_DAYS * 86_400 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
    /** @throws AppError `forbidden` — the cookie came with a request from another site. */
    read(request: FastifyRequest): string | undefined {
      const token = request.cookies[name];
      if (token !== undefined && !isOwnPage(request, publicUrl))
        throw new AppError(
          "forbidden",
          "Запрос пришёл с другого сайта. Откройте платформу и повторите",
        );
      return token;
    },
    /** Of a page that is opened, from another site too: its answer is shown to the visitor only. */
    readOfVisit: ({ headers, cookies }: FastifyRequest): string | undefined =>
      (headers["sec-fetch-mode"] ?? "navigate") === "navigate" ? cookies?.[name] : undefined,
  };
}

/** Browsers send the origin; a program without these headers carries no visitor's cookies. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string | null): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site === "same-origin") return true;
  if (origin === undefined) return site === undefined || site === "none";
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return site === undefined && new URL(origin).host === host;
}
