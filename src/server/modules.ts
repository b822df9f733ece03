import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { AppDependencies } from "./app.ts";
import { makeAccountUsers } from "./modules/account-users/index.ts";
import { serveAccounts } from "./modules/accounts/index.ts";
import { serveAuditLog, writeAudit } from "./modules/audit-log/index.ts";
import { AUTH_KEEP_RULES, makeAuth } from "./modules/auth/index.ts";
import { serveConsolePages } from "./modules/console-pages/index.ts";
import { serveEdocuments } from "./modules/edocuments/index.ts";
import { makeEmployees } from "./modules/employees/index.ts";
import { serveJobDocuments } from "./modules/job-documents/index.ts";
import { makeMobileApp } from "./modules/mobile-app/index.ts";
import { makeNoticeMessages, makeNotices, MESSAGES_KEEP_RULE } from "./modules/notices/index.ts";
import { makePayouts } from "./modules/payouts/index.ts";
import { makeProjects } from "./modules/projects/index.ts";
import { makeReferenceData } from "./modules/reference-data/index.ts";
import { makeRegistries } from "./modules/registries/index.ts";
import { makeSandbox } from "./modules/sandbox/index.ts";
import { makeTechnicalNotices } from "./modules/technical-notices/index.ts";
import { serveTransactions } from "./modules/transactions/index.ts";
import { listenForTaxRefusals } from "./modules/workman-taxes/index.ts";
import { documentTermsTask } from "./modules/workman-documents/index.ts";
import { serveWallet } from "./modules/workman-wallet/index.ts";
import { serveWorkmen } from "./modules/workmen/index.ts";
import type { Actor } from "./platform/actor.ts";
import type { BackgroundTask } from "./platform/background-tasks.ts";
import { housekeepingTask, IDEMPOTENCY_KEYS_RULE } from "./platform/housekeeping.ts";
import type { LiveHub } from "./platform/live.ts";
import type { Serve } from "./platform/serve.ts";
import { makeProductEvents } from "./product-events.ts";

/** The product's list of modules, in the order of the value chain: later may call earlier, never back. */
export function makeModules(deps: AppDependencies & { hub: LiveHub }) {
  const { config, clock, secrets, integrations } = deps;
  const db = deps.db.kysely;
  const auth = makeAuth({ db, pool: deps.db.pool, outside: deps.outside.kysely, sms: integrations.sms, clock, secrets, sandbox: config.sandbox, https: config.production });

  const events = makeProductEvents();
  const payouts = makePayouts({ db, clock, secrets, bank: integrations.bank, taxService: integrations.taxService, events });
  const registries = makeRegistries({ db, pool: deps.db.pool, clock, codes: auth.codes, files: integrations.files, payouts, events });
  const notices = makeNotices({ clock, events });
  const messages = makeNoticeMessages({ db, clock, sms: integrations.sms, mail: integrations.mail, publicUrl: config.publicUrl });
  const technicalNotices = makeTechnicalNotices({ clock, db, events });
  const referenceData = makeReferenceData({ db, clock });
  const projects = makeProjects({ clock });
  const accountUsers = makeAccountUsers({ clock });
  const employees = makeEmployees({ clock, events });
  const mobileApp = makeMobileApp({ clock });
  listenForTaxRefusals(events);

  const routes: ((serve: Serve) => void)[] = [
    auth.routes,
    registries.routes,
    notices.routes,
    messages.routes,
    technicalNotices.routes,
    referenceData.routes,
    serveAccounts,
    projects.routes,
    accountUsers.routes,
    serveTransactions,
    serveAuditLog,
    employees.routes,
    serveWorkmen,
    serveWallet,
    serveJobDocuments,
    serveEdocuments,
    mobileApp.routes,
  ];
  const housekeeping = housekeepingTask({ db, clock, rules: [IDEMPOTENCY_KEYS_RULE, MESSAGES_KEEP_RULE, ...AUTH_KEEP_RULES] });
  const tasks: BackgroundTask[] = [...payouts.tasks, ...registries.tasks, ...messages.tasks, ...technicalNotices.tasks, documentTermsTask({ db, clock, events }), housekeeping];
  return {
    auth,
    writeAudit,
    routes,
    tasks,
    async mount(http: FastifyInstance, actorOf: (authorization: string | undefined) => Promise<Actor | null>): Promise<void> {
      if (config.sandbox) makeSandbox({ db, clock, events }).mount(http, actorOf);
      await serveConsolePages(http, {
        directory: fileURLToPath(new URL(import.meta.url.endsWith(".ts") ? "../../dist/console" : "../console", import.meta.url)),
        apiOrigins: config.apiOrigins,
        sandbox: config.sandbox,
      });
    },
  };
}
