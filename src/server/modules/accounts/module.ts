import type { Module } from "#server/module.ts";
import { accountDecision } from "./actions/decide-account.ts";
import { accountNameDecision } from "./actions/decide-name.ts";
import { accountTrustDecision } from "./actions/decide-trust.ts";
import { serveAccounts } from "./routes/accounts.ts";
import { serveCompanyOwnership } from "./routes/ownership.ts";
import { serveReasonStatistics } from "./routes/reason-statistics.ts";
import { serveAccountSettings } from "./routes/settings.ts";
import { registerNamesTask } from "./tasks/register-names.ts";

export const accountsModule: Module = {
  decisions: (platform) => [
    accountDecision(platform),
    accountNameDecision(platform),
    accountTrustDecision(platform),
  ],
  tasks: (platform) => [registerNamesTask(platform)],
  routes(serve, platform) {
    serveAccountSettings(serve, platform);
    serveCompanyOwnership(serve, platform);
    serveReasonStatistics(serve);
    serveAccounts(serve, platform);
  },
  keepRules: [{ table: "stranger_messages", since: "created_at", keepHours: 48 }],
};
