import type { Kysely } from "kysely";
import type pg from "pg";
import type { Schema } from "#server/data/generated/schema.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";

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
