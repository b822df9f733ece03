import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { AppDependencies } from "./app-dependencies.ts";
import { linkOrigin } from "./config.ts";
import { makeAccountUsers } from "./modules/account-users/index.ts";
import { serveAccounts } from "./modules/accounts/index.ts";
import { makeApiKeys } from "./modules/api-keys/index.ts";
import { serveAuditLog, writeAudit } from "./modules/audit-log/index.ts";
import { AUTH_KEEP_RULES, makeAuth } from "./modules/auth/index.ts";
import { lateReturnsTask } from "#server/money/bank-orders/index.ts";
import { serveConsolePages } from "#server/pages/index.ts";
import { makeDocumentTemplates } from "./modules/document-templates/index.ts";
import { makeEdocuments } from "./modules/edocuments/index.ts";
import { BLACKLIST_KEEP_RULES, makeBlacklist } from "./modules/blacklist/index.ts";
import { makeComplaints } from "./modules/complaints/index.ts";
import { makeEmployees } from "./modules/employees/index.ts";
import { makeJobDocuments } from "./modules/job-documents/index.ts";
import { makeInvoices } from "./modules/invoices/index.ts";
import { makeJobOffers } from "./modules/job-offers/index.ts";
import { makeExports } from "./modules/exports/index.ts";
import { makeMassArbitrate } from "./modules/mass-arbitrate/index.ts";
import { serveLegalDocuments } from "./modules/legal-documents/index.ts";
import { makeJobInvites } from "./modules/job-invites/index.ts";
import { makeJobs } from "./modules/jobs/index.ts";
import { makeMobileApp } from "./modules/mobile-app/index.ts";
import { makeNoticeMessages, makeNotices, MESSAGES_KEEP_RULE } from "./modules/notices/index.ts";
import { makePayouts } from "#server/money/payouts/index.ts";
import { makeProjects } from "./modules/projects/index.ts";
import { makeReferenceData } from "./modules/reference-data/index.ts";
import { makeRegistries } from "./modules/registries/index.ts";
import {
  digestOfInvitation,
  makeRegistration,
  REGISTRATION_KEEP_RULES,
} from "./modules/registration/index.ts";
import { makeReviews } from "./modules/reviews/index.ts";
import { makeSandbox } from "#server/sandbox/index.ts";
import { makeTechnicalNotices } from "./modules/technical-notices/index.ts";
import { serveRisks } from "./modules/risks/index.ts";
import { serveTransactions } from "./modules/transactions/index.ts";
import { makeWorkmanTaxes, TAXES_KEEP_RULES } from "#server/money/workman-taxes/index.ts";
import { documentTermsTask, makeWorkmanDocuments } from "./modules/workman-documents/index.ts";
import { makeWorkmanRegistration } from "./modules/workman-registration/index.ts";
import { makeWallet } from "#server/money/workman-wallet/index.ts";
import { serveWorkmen } from "./modules/workmen/index.ts";
import { makeWebhooks, WEBHOOKS_KEEP_RULES } from "./modules/webhooks/index.ts";
import type { Actor } from "#server/http/actor.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { housekeepingTask, IDEMPOTENCY_KEYS_RULE } from "#server/work/housekeeping.ts";
import type { LiveHub } from "#server/data/live.ts";
import { partitionsTask } from "#server/work/partitions.ts";
import { makePreparedQueries } from "#server/data/prepared-query.ts";
import type { Serve } from "#server/http/serve.ts";
import { setSiteLinks } from "#server/http/site-links.ts";
import { makeProductEvents } from "./product-events.ts";

/** All modules in the order of the value chain: later ones may call earlier ones, never back. */
export function makeModules(deps: AppDependencies & { hub: LiveHub }) {
  const { config, clock, secrets, integrations } = deps;
  const db = deps.db.kysely;
  const auth = makeAuth({
    db,
    pool: deps.db.pool,
    outside: deps.outside.kysely,
    sms: integrations.sms,
    mail: integrations.mail,
    clock,
    secrets,
    sandbox: config.sandbox,
    https: config.production,
    publicUrl: config.publicUrl,
    livePlace: () => deps.hub.place,
  });

  const events = makeProductEvents();
  const askOf = makePreparedQueries(deps.reads.databases);
  const publicUrl = linkOrigin(config);
  const payouts = makePayouts({
    db,
    clock,
    secrets,
    bank: integrations.bank,
    taxService: integrations.taxService,
    events,
  });
  const registries = makeRegistries({
    db,
    pool: deps.db.pool,
    clock,
    secrets,
    sms: integrations.sms,
    publicUrl,
    codes: auth.codes,
    files: integrations.files,
    payouts,
    events,
    reads: deps.reads,
  });
  const jobDocuments = makeJobDocuments({ db, clock, codes: auth.codes, events });
  const documentTemplates = makeDocumentTemplates({ clock, files: integrations.files });
  const edocuments = makeEdocuments({ clock, codes: auth.codes, events });
  const invoices = makeInvoices({ db, clock, bank: integrations.bank, events });
  const notices = makeNotices({ clock, events });
  setSiteLinks({ origin: publicUrl, sandbox: config.sandbox });
  const messages = makeNoticeMessages({
    db,
    clock,
    sms: integrations.sms,
    mail: integrations.mail,
    publicUrl,
  });
  const technicalNotices = makeTechnicalNotices({ clock, db, events });
  const referenceData = makeReferenceData({ db, clock, maps: integrations.maps });
  const projects = makeProjects({ clock });
  const apiKeys = makeApiKeys({ db, clock, secrets, sandbox: config.sandbox });
  const webhooks = makeWebhooks({
    db,
    clock,
    secrets,
    events,
    receiver: integrations.webhookReceiver,
  });
  const accountUsers = makeAccountUsers({ clock, codes: auth.codes });
  const employees = makeEmployees({ clock, events, files: integrations.files, secrets });
  const blacklist = makeBlacklist({ db, clock });
  // After the notices, which find the people of a cancelled job before its offers and invites end.
  const jobs = makeJobs({ db, clock, events, askOf });
  const jobOffers = makeJobOffers({ db, clock, files: integrations.files, events, payouts });
  const jobInvites = makeJobInvites({
    db,
    clock,
    secrets,
    sms: integrations.sms,
    events,
    publicUrl,
    assign: jobOffers.assign,
  });
  const massArbitrate = makeMassArbitrate({
    db,
    clock,
    codes: auth.codes,
    files: integrations.files,
    offers: jobOffers,
    directory: join(config.dataDir, "exports"),
    log: deps.logger,
  });
  const reviews = makeReviews({ clock });
  const complaints = makeComplaints({ clock });
  const registration = makeRegistration({
    db,
    outside: deps.outside.kysely,
    clock,
    secrets,
    codes: auth.codes,
    sessions: auth.sessions,
    companies: integrations.companies,
    mail: integrations.mail,
    events,
    https: config.production,
  });
  const wallet = makeWallet({
    db,
    clock,
    secrets,
    bank: integrations.bank,
    codes: auth.codes,
    events,
    publicUrl: config.publicUrl,
  });
  const workmanDocuments = makeWorkmanDocuments({ clock, files: integrations.files, secrets });
  const exports = makeExports({
    db,
    reads: deps.reads,
    clock,
    files: integrations.files,
    events,
    directory: join(config.dataDir, "exports"),
    log: deps.logger,
  });
  const mobileApp = makeMobileApp({ clock });
  const workmanTaxes = makeWorkmanTaxes({
    db,
    clock,
    taxService: integrations.taxService,
    bank: integrations.bank,
    files: integrations.files,
    events,
  });
  const workmanRegistration = makeWorkmanRegistration({
    db,
    clock,
    secrets,
    bank: integrations.bank,
    taxService: integrations.taxService,
    files: integrations.files,
    events,
  });

  const routes: ((serve: Serve) => void)[] = [
    auth.routes,
    registries.routes,
    payouts.routes,
    invoices.routes,
    notices.routes,
    messages.routes,
    technicalNotices.routes,
    referenceData.routes,
    (serve) => serveAccounts(serve, { clock, codes: auth.codes }),
    projects.routes,
    accountUsers.routes,
    apiKeys.routes,
    webhooks.routes,
    (serve) => serveTransactions(serve, { askOf, bank: integrations.bank }),
    (serve) => serveRisks(serve, { clock }),
    (serve) => serveAuditLog(serve, { clock }),
    employees.routes,
    blacklist.routes,
    (serve) => serveWorkmen(serve, { clock, codes: auth.codes }),
    wallet.routes,
    workmanDocuments.routes,
    exports.routes,
    workmanTaxes.routes,
    registration.routes,
    workmanRegistration.routes,
    jobs.routes,
    jobInvites.routes,
    jobOffers.routes,
    massArbitrate.routes,
    reviews.routes,
    complaints.routes,
    jobDocuments.routes,
    edocuments.routes,
    documentTemplates.routes,
    mobileApp.routes,
  ];
  const housekeeping = housekeepingTask({
    db,
    clock,
    rules: [
      IDEMPOTENCY_KEYS_RULE,
      MESSAGES_KEEP_RULE,
      ...AUTH_KEEP_RULES,
      ...REGISTRATION_KEEP_RULES,
      ...BLACKLIST_KEEP_RULES,
      ...TAXES_KEEP_RULES,
      ...WEBHOOKS_KEEP_RULES,
    ],
  });
  const tasks: BackgroundTask[] = [
    partitionsTask({ db, clock }),
    ...payouts.tasks,
    lateReturnsTask({ db, bank: integrations.bank, clock, events }),
    ...jobs.tasks,
    ...jobOffers.tasks,
    ...massArbitrate.tasks,
    ...registries.tasks,
    ...jobDocuments.tasks,
    ...invoices.tasks,
    ...wallet.tasks,
    ...workmanTaxes.tasks,
    ...workmanRegistration.tasks,
    ...exports.tasks,
    ...jobInvites.tasks,
    ...blacklist.tasks,
    ...webhooks.tasks,
    ...messages.tasks,
    ...registration.tasks,
    ...technicalNotices.tasks,
    documentTermsTask({ db, clock, events }),
    housekeeping,
  ];
  const sandbox = config.sandbox
    ? makeSandbox({
        db,
        clock,
        events,
        hub: deps.hub,
        offers: jobOffers,
        digestOfInvitation: (id) => digestOfInvitation(secrets, id),
      })
    : null;
  return {
    auth,
    apiKeys,
    events,
    writeAudit,
    routes,
    tasks,
    async mount(
      http: FastifyInstance,
      actorOf: (authorization: string | undefined) => Promise<Actor | null>,
    ): Promise<void> {
      serveLegalDocuments(http, { clock });
      auth.mount(http);
      jobDocuments.mount(http);
      sandbox?.mount(http, actorOf);
      await serveConsolePages(http, {
        directory: builtFolder("console"),
        publicPages: builtFolder("public-pages"),
        publicUrl: config.publicUrl,
        apiOrigins: config.apiOrigins,
        sandbox: config.sandbox,
      });
    },
  };
}

function builtFolder(name: string): string {
  return fileURLToPath(
    new URL(`${import.meta.url.endsWith(".ts") ? "../../dist" : ".."}/${name}`, import.meta.url),
  );
}
