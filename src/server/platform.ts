import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import type { LiveHub } from "#server/data/live.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import type { Reads } from "#server/data/reads.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { Maps } from "#server/integrations/maps/port.ts";
import type { PushGateway } from "#server/integrations/push/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import type { WebhookReceiver } from "#server/integrations/webhook-receiver/port.ts";
import type { ProductEventBus } from "./product-events.ts";

/**
 * What every module stands on: one value for each process or thread. A function names the part it
 * uses (`Pick<Platform, "clock">`).
 */
export interface Platform {
  readonly db: Kysely<Schema>;
  /** Of `db`: for COPY, streams and named queries, which Kysely does not carry. */
  readonly pool: pg.Pool;
  /** For what must be kept whatever becomes of a request's transaction. */
  readonly outside: Kysely<Schema>;
  readonly reads: Reads;
  /** Prepared queries of the database a list is read from. */
  readonly askOf: (db: Kysely<Schema>) => PreparedQuery;
  /** Who hears of announcements, and where these are by now. */
  readonly hub: Pick<LiveHub, "subscribe" | "place">;
  readonly clock: Clock;
  /** Between modules, inside the transaction of what happened. */
  readonly events: ProductEventBus;
  readonly secrets: Secrets;
  readonly files: FileStorage;
  readonly bank: BankGateway;
  readonly taxService: TaxService;
  readonly sms: SmsGateway;
  /** `null`: e-mails are not offered. */
  readonly mail: MailGateway | null;
  readonly companies: CompanyRegister;
  readonly maps: Maps;
  readonly webhookReceiver: WebhookReceiver;
  readonly push: PushGateway;
  readonly logger: Pick<Logger, "error">;
  /** The console from outside, as configured; `null`: pages lead back to the request's origin. */
  readonly publicUrl: string | null;
  /** For messages; `null`: they have no links, nobody is invited by one. */
  readonly linkOrigin: string | null;
  readonly https: boolean;
  readonly sandbox: boolean;
  /** Larger sums wait for a new destination. */
  readonly largePayoutKopecks: bigint;
  readonly exportsDirectory: string;
}
