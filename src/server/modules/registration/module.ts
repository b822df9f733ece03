import type { Module } from "#server/module.ts";
import { serveBecomeWorkman } from "./routes/become-workman.ts";
import { serveCompanyCreation } from "./routes/create-company.ts";
import { serveCreateFromRegistry } from "./routes/create-from-registry.ts";
import { serveInvitations } from "./routes/invitations.ts";
import { serveLeads } from "./routes/leads.ts";
import { serveRegistration } from "./routes/registration.ts";
import { serveRegistrationContext } from "./routes/context.ts";
import { sendLeadsTask } from "./tasks/send-leads.ts";

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
