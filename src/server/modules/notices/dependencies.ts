import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface NoticeMessagesDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly sms: SmsGateway;
  /** `null`: e-mails are not offered. */
  readonly mail: MailGateway | null;
  /** Where links of messages lead; `null`: messages have none. */
  readonly publicUrl: string | null;
}

export interface NoticesDependencies {
  readonly clock: Clock;
  readonly events: ProductEventBus;
}
