import type { Module } from "#server/module.ts";
import { serveBecomeWorkman } from "./routes/become-workman.ts";
import { serveCompanyCreation } from "./routes/create-company.ts";
import { serveCreateFromRegistry } from "./routes/create-from-registry.ts";
import { serveInvitations } from "./routes/invitations.ts";
import { serveLeads } from "./routes/leads.ts";
import { serveRegistration } from "./routes/registration.ts";
import { serveRegistrationContext } from "./routes/context.ts";
import { sendLeadsTask } from "./tasks/send-leads.ts";

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
    // Attempts count for an hour; phones to call back are useful for three months.
    { table: "entry_attempts", since: "at", keepHours: 24 },
    { table: "workman_leads", since: "sent_at", keepHours: 90 * 24 },
  ],
};
