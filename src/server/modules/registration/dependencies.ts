import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";
import type { OneTimeCodes, Sessions } from "#server/modules/auth/index.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface RegistrationDependencies {
  readonly db: Kysely<Schema>;
  /** For what is counted whatever becomes of the request's transaction. */
  readonly outside: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly codes: OneTimeCodes;
  readonly sessions: Sessions;
  readonly companies: CompanyRegister;
  /** `null`: no mail gateway is connected. */
  readonly mail: MailGateway | null;
  readonly events: ProductEventBus;
  readonly https: boolean;
}
