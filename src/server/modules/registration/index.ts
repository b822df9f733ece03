import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { CompanyRegister } from "#server/integrations/company-register/port.ts";
import type { OneTimeCodes, Sessions } from "#server/modules/auth/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { KeepRule } from "#server/platform/housekeeping.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { serveCreateFromRegistry } from "./create-from-registry.ts";
import { serveInvitations } from "./invitation-routes.ts";
import { serveRegistration } from "./registration-routes.ts";
import { serveRegistrationContext } from "./registration-context.ts";

export interface RegistrationDependencies {
  /** For what is counted whatever becomes of the request's transaction. */
  readonly outside: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly codes: OneTimeCodes;
  readonly sessions: Sessions;
  readonly companies: CompanyRegister;
  readonly events: ProductEventBus;
  readonly https: boolean;
}

/** The ways in: what is known of an ИНН, whom an invitation was sent to, and registration on either side. */
export function makeRegistration(deps: RegistrationDependencies): { routes(serve: Serve): void } {
  return {
    routes(serve) {
      serveRegistrationContext(serve, deps);
      serveInvitations(serve, deps);
      serveRegistration(serve, deps);
      serveCreateFromRegistry(serve, deps);
    },
  };
}

/** Attempts are counted for an hour. */
export const REGISTRATION_KEEP_RULES: readonly KeepRule[] = [{ table: "entry_attempts", since: "at", keepHours: 24 }];

export { digestOfInvitation, newInvitationId } from "./invitation-ids.ts";
