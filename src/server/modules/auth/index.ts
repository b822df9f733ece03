import type { FastifyInstance } from "fastify";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Serve } from "#server/http/serve.ts";
import { serveAuth } from "./auth-routes.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { makeOneTimeCodes, type OneTimeCodes } from "./one-time-codes.ts";
import { serveOwnData } from "./own-data-routes.ts";
import { servePictureFiles, servePictures } from "./picture-routes.ts";
import { servePreferences } from "./preference-routes.ts";
import { makeSessions, type Sessions } from "./sessions.ts";

/** Sign-in and sessions; other modules confirm their actions by its codes. */
export interface Auth {
  readonly codes: OneTimeCodes;
  readonly sessions: Sessions;
  routes(serve: Serve): void;
  /** Pictures are no calls of the contract. */
  mount(http: FastifyInstance): void;
}

export function makeAuth(deps: AuthDependencies): Auth {
  const codes = makeOneTimeCodes(deps);
  const sessions = makeSessions(deps);
  return {
    codes,
    sessions,
    routes(serve) {
      serveAuth(serve, { ...deps, codes, sessions });
      serveOwnData(serve, { ...deps, codes });
      servePictures(serve, deps);
      servePreferences(serve, deps);
    },
    mount: (http) => servePictureFiles(http, deps.db),
  };
}

/**
 * A code dies in minutes, a session in thirty days: after sixty nobody asks about either any more.
 */
export const AUTH_KEEP_RULES: readonly KeepRule[] = [
  { table: "one_time_codes", since: "created_at", keepHours: 60 * 24 },
  { table: "refresh_tokens", since: "issued_at", keepHours: 60 * 24 },
];

export {
  noticeEmailOperation,
  verificationOperation,
  type VerificationSubject,
} from "./verification.ts";
export { codeSent } from "./code-sent.ts";
export { refreshCookie } from "./refresh-cookie.ts";
export type { Sessions } from "./sessions.ts";
export type { OneTimeCodes, UsedCode } from "./one-time-codes.ts";
