import type { Kysely } from "kysely";
import type pg from "pg";
import type { Schema } from "#server/database/schema.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { KeepRule } from "#server/platform/housekeeping.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Serve } from "#server/platform/serve.ts";
import { serveAuth } from "./auth-routes.ts";
import { makeOneTimeCodes, type OneTimeCodes } from "./one-time-codes.ts";
import { serveOwnData } from "./own-data-routes.ts";
import { servePreferences } from "./preference-routes.ts";
import { makeSessions, type Sessions } from "./sessions.ts";

export interface AuthDependencies {
  readonly db: Kysely<Schema>;
  readonly pool: pg.Pool;
  /** A small pool of its own, see `one-time-codes.ts`. */
  readonly outside: Kysely<Schema>;
  readonly sms: SmsGateway;
  /** `null`: nothing can be sent by e-mail. */
  readonly mail: MailGateway | null;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sandbox: boolean;
  readonly https: boolean;
  readonly publicUrl: string | null;
  /** Where the live messages are by now: `my-info` says it before anything of a screen is read. */
  livePlace(): string;
}

/** Sign-in and sessions; other modules confirm their actions by its codes. */
export interface Auth {
  readonly codes: OneTimeCodes;
  readonly sessions: Sessions;
  routes(serve: Serve): void;
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
      servePreferences(serve, deps);
    },
  };
}

/** A code dies in minutes, a session in thirty days: after sixty nobody asks about either any more. */
export const AUTH_KEEP_RULES: readonly KeepRule[] = [
  { table: "one_time_codes", since: "created_at", keepHours: 60 * 24 },
  { table: "refresh_tokens", since: "issued_at", keepHours: 60 * 24 },
];

export { verificationOperation, type VerificationSubject } from "./verification.ts";
export { codeSent } from "./code-sent.ts";
export { refreshCookie } from "./refresh-cookie.ts";
export type { Sessions } from "./sessions.ts";
export type { OneTimeCodes, UsedCode } from "./one-time-codes.ts";
