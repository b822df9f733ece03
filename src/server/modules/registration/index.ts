import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Serve } from "#server/http/serve.ts";
import { serveBecomeWorkman } from "./become-workman.ts";
import { serveCompanyCreation } from "./create-company.ts";
import { serveCreateFromRegistry } from "./create-from-registry.ts";
import type { RegistrationDependencies } from "./dependencies.ts";
import { serveInvitations } from "./invitation-routes.ts";
import { serveLeads } from "./leave-lead.ts";
import { serveRegistration } from "./registration-routes.ts";
import { serveRegistrationContext } from "./registration-context.ts";
import { sendLeadsTask } from "./send-leads-task.ts";

/**
 * The ways in: what is known of an ИНН, whom an invitation was sent to, who wants to be called
 * first, and registration on either side.
 */
export function makeRegistration(deps: RegistrationDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  return {
    tasks: [sendLeadsTask(deps)],
    routes(serve) {
      serveRegistrationContext(serve, deps);
      serveInvitations(serve, deps);
      serveRegistration(serve, deps);
      serveCreateFromRegistry(serve, deps);
      serveBecomeWorkman(serve, deps);
      serveCompanyCreation(serve, deps);
      serveLeads(serve, deps);
    },
  };
}

/**
 * Attempts are counted for an hour; a phone left to be called is of use for three months after the
 * support has it.
 */
export const REGISTRATION_KEEP_RULES: readonly KeepRule[] = [
  { table: "entry_attempts", since: "at", keepHours: 24 },
  { table: "workman_leads", since: "sent_at", keepHours: 90 * 24 },
];

export { digestOfInvitation, newInvitationId } from "./invitation-ids.ts";
export { addConsents } from "./consents.ts";
