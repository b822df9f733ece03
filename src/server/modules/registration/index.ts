import type { KeepRule } from "#server/platform/housekeeping.ts";
import type { Serve } from "#server/platform/serve.ts";
import { serveBecomeWorkman } from "./become-workman.ts";
import { serveCompanyCreation } from "./create-company.ts";
import { serveCreateFromRegistry } from "./create-from-registry.ts";
import type { RegistrationDependencies } from "./dependencies.ts";
import { serveInvitations } from "./invitation-routes.ts";
import { serveRegistration } from "./registration-routes.ts";
import { serveRegistrationContext } from "./registration-context.ts";

/** The ways in: what is known of an ИНН, whom an invitation was sent to, and registration on either side. */
export function makeRegistration(deps: RegistrationDependencies): { routes(serve: Serve): void } {
  return {
    routes(serve) {
      serveRegistrationContext(serve, deps);
      serveInvitations(serve, deps);
      serveRegistration(serve, deps);
      serveCreateFromRegistry(serve, deps);
      serveBecomeWorkman(serve, deps);
      serveCompanyCreation(serve, deps);
    },
  };
}

/** Attempts are counted for an hour. */
export const REGISTRATION_KEEP_RULES: readonly KeepRule[] = [{ table: "entry_attempts", since: "at", keepHours: 24 }];

export { digestOfInvitation, newInvitationId } from "./invitation-ids.ts";
export { addConsents } from "./consents.ts";
