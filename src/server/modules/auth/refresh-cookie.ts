import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/http/app-error.ts";

const REFRESH_DAYS = 30;

/**
 * Hidden from scripts, sent to its origin only. `Lax`, so that a link in a letter opens the
 * visitor's page; an exchange also checks the request's origin.
 *
 * @param publicUrl - the site's URL when its origin differs from the API's.
 */
export function refreshCookie(https: boolean, publicUrl: string | null = null) {
  const name = https ? "__Host-refresh" : "refresh";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure: https } as const;
  return {
    set: (reply: FastifyReply, token: string) =>
      void reply.setCookie(name, token, { ...options, maxAge: REFRESH_DAYS * 86_400 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
    /** @throws AppError `forbidden` — sent by another site. */
    read(request: FastifyRequest): string | undefined {
      const token = request.cookies[name];
      if (token !== undefined && !isOwnPage(request, publicUrl))
        throw new AppError(
          "forbidden",
          "Запрос пришёл с другого сайта. Откройте платформу и повторите",
        );
      return token;
    },
    /** Of a page opened from anywhere: its answer is shown to the visitor only. */
    readOfVisit: ({ headers, cookies }: FastifyRequest): string | undefined =>
      (headers["sec-fetch-mode"] ?? "navigate") === "navigate" ? cookies?.[name] : undefined,
  };
}

/** Browsers send the origin; a program without it carries no visitor's cookies. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string | null): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site === "same-origin") return true;
  if (origin === undefined) return site === undefined || site === "none";
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return site === undefined && new URL(origin).host === host;
}
