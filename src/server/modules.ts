import type { FastifyInstance } from "fastify";
import { bankOrdersModule } from "#server/money/bank-orders/module.ts";
import { destinationsModule } from "#server/money/destinations/module.ts";
import { payoutsModule } from "#server/money/payouts/module.ts";
import { receiptsModule } from "#server/money/receipts/module.ts";
import { workmanTaxesModule } from "#server/money/workman-taxes/module.ts";
import { walletModule } from "#server/money/workman-wallet/module.ts";
import { removeUnnamedFilesTask } from "#server/files/unnamed-files.ts";
import { mountSandbox, shareClock } from "#server/sandbox/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { setSiteLinks } from "#server/http/site-links.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { housekeepingTask, IDEMPOTENCY_KEYS_RULE } from "#server/work/housekeeping.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import { partitionsTask } from "#server/work/partitions.ts";
import type { DecisionKind } from "./decision.ts";
import type { Module } from "./module.ts";
import { accountUsersModule } from "./modules/account-users/module.ts";
import { accountsModule } from "./modules/accounts/module.ts";
import { apiKeysModule } from "./modules/api-keys/module.ts";
import { auditLogModule } from "./modules/audit-log/module.ts";
import { authModule } from "./modules/auth/module.ts";
import { blacklistModule } from "./modules/blacklist/module.ts";
import { complaintsModule } from "./modules/complaints/module.ts";
import { documentTemplatesModule } from "./modules/document-templates/module.ts";
import { edocumentsModule } from "./modules/edocuments/module.ts";
import { employeesModule } from "./modules/employees/module.ts";
import { exportsModule } from "./modules/exports/module.ts";
import { invoicesModule } from "./modules/invoices/module.ts";
import { jobDocumentsModule } from "./modules/job-documents/module.ts";
import { jobInvitesModule } from "./modules/job-invites/module.ts";
import { jobOffersModule } from "./modules/job-offers/module.ts";
import { jobsModule } from "./modules/jobs/module.ts";
import { legalDocumentsModule } from "./modules/legal-documents/module.ts";
import { massArbitrateModule } from "./modules/mass-arbitrate/module.ts";
import { mobileAppModule } from "./modules/mobile-app/module.ts";
import { noticesModule } from "./modules/notices/module.ts";
import { projectsModule } from "./modules/projects/module.ts";
import { referenceDataModule } from "./modules/reference-data/module.ts";
import { registrationModule } from "./modules/registration/module.ts";
import { registriesModule } from "./modules/registries/module.ts";
import { reviewsModule } from "./modules/reviews/module.ts";
import { risksModule } from "./modules/risks/module.ts";
import { technicalNoticesModule } from "./modules/technical-notices/module.ts";
import { transactionsModule } from "./modules/transactions/module.ts";
import { webhooksModule } from "./modules/webhooks/module.ts";
import { workmanDocumentsModule } from "./modules/workman-documents/module.ts";
import { workmanRegistrationModule } from "./modules/workman-registration/module.ts";
import { urgentModule } from "./modules/urgent/module.ts";
import { workmenModule } from "./modules/workmen/module.ts";
import type { Platform } from "./platform.ts";

/**
 * In the order of the value chain: later ones may call earlier ones, never back. In this order they
 * hear each other's events.
 */
export const MODULES: readonly Module[] = [
  authModule,
  payoutsModule,
  receiptsModule,
  bankOrdersModule,
  registriesModule,
  jobDocumentsModule,
  edocumentsModule,
  documentTemplatesModule,
  invoicesModule,
  noticesModule,
  technicalNoticesModule,
  referenceDataModule,
  legalDocumentsModule,
  accountsModule,
  projectsModule,
  accountUsersModule,
  apiKeysModule,
  webhooksModule,
  transactionsModule,
  risksModule,
  auditLogModule,
  employeesModule,
  blacklistModule,
  urgentModule,
  workmenModule,
  // After the notices, which find a cancelled job's people before its offers and invites end.
  jobsModule,
  jobOffersModule,
  jobInvitesModule,
  massArbitrateModule,
  reviewsModule,
  complaintsModule,
  registrationModule,
  destinationsModule,
  walletModule,
  workmanDocumentsModule,
  exportsModule,
  mobileAppModule,
  workmanTaxesModule,
  workmanRegistrationModule,
];

export interface RunningModules {
  readonly tasks: readonly BackgroundTask[];
  readonly decisions: readonly DecisionKind[];
  mount(
    http: FastifyInstance,
    actorOf: (authorization: string | undefined) => Promise<Actor | null>,
  ): void;
}

export function decisionsOf(platform: Platform): DecisionKind[] {
  return MODULES.flatMap((module) => module.decisions?.(platform) ?? []);
}

export function startModules(platform: Platform & { readonly clock: OffsetClock }): RunningModules {
  setSiteLinks({ origin: platform.linkOrigin, sandbox: platform.sandbox });
  for (const module of MODULES) module.listeners?.(platform);
  // In every process, also without calls: their clocks follow.
  const sharedClock = platform.sandbox ? shareClock(platform) : null;
  const decisions = decisionsOf(platform);
  return {
    decisions,
    tasks: [
      partitionsTask(platform),
      removeUnnamedFilesTask(platform),
      ...MODULES.flatMap((module) => module.tasks?.(platform) ?? []),
      housekeepingTask({
        db: platform.db,
        clock: platform.clock,
        rules: [IDEMPOTENCY_KEYS_RULE, ...MODULES.flatMap((module) => module.keepRules ?? [])],
      }),
    ],
    mount(http, actorOf) {
      for (const module of MODULES) module.mount?.(http, platform);
      if (sharedClock) mountSandbox(http, platform, { sharedClock, decisions, actorOf });
    },
  };
}
