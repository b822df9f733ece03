import type { Module } from "#server/module.ts";
import { serveBecomeWorkman } from "./become-workman.ts";
import { serveCompanyCreation } from "./create-company.ts";
import { serveCreateFromRegistry } from "./create-from-registry.ts";
import { serveInvitations } from "./invitation-routes.ts";
import { serveLeads } from "./leave-lead.ts";
import { serveRegistration } from "./registration-routes.ts";
import { serveRegistrationContext } from "./registration-context.ts";
import { sendLeadsTask } from "./send-leads-task.ts";

/**
 * The ways in: what is known of an ИНН, whom an invitation was sent to, who wants to be called
 * first, and registration on either side.
 */
export const registrationModule: Module = {
  tasks: (platform) => [sendLeadsTask(platform)],
  routes(serve, platform) {
    serveRegistrationContext(serve, platform);
    serveInvitations(serve, platform);
    serveRegistration(serve, platform);
    serveCreateFromRegistry(serve, platform);
    serveBecomeWorkman(serve, platform);
    serveCompanyCreation(serve, platform);
    serveLeads(serve, platform);
  },
  keepRules: [
    // Attempts are counted for an hour; a phone left to be called is of use for three months after
    // the support has it.
    { table: "entry_attempts", since: "at", keepHours: 24 },
    { table: "workman_leads", since: "sent_at", keepHours: 90 * 24 },
  ],
};
