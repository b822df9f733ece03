import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#server/http/app-error.ts";

const REFRESH_DAYS = 30;

/**
 * HttpOnly. `Lax`, so that a link in a letter opens the visitor's page; an exchange checks the
 * origin too.
 *
 * @param publicUrl - if its origin differs from the API's.
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
    /** From any origin: the answer is shown to the visitor only. */
    readOfVisit: ({ headers, cookies }: FastifyRequest): string | undefined =>
      (headers["sec-fetch-mode"] ?? "navigate") === "navigate" ? cookies?.[name] : undefined,
  };
}

/** A program without an origin carries no visitor's cookies. */
function isOwnPage({ headers, host }: FastifyRequest, publicUrl: string | null): boolean {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (site === "same-origin") return true;
  if (origin === undefined) return site === undefined || site === "none";
  if (!URL.canParse(origin)) return false;
  if (publicUrl !== null && origin === new URL(publicUrl).origin) return true;
  return site === undefined && new URL(origin).host === host;
}
