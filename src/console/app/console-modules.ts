import type { NounModule } from "#console/providers/module.ts";
import { accountUsersModule } from "#console/resources/account-users/index.tsx";
import { accountsModule } from "#console/resources/accounts/index.tsx";
import { apiKeysModule } from "#console/resources/api-keys/index.tsx";
import { auditLogModule } from "#console/resources/audit-log/index.tsx";
import { blacklistModule } from "#console/resources/blacklist/index.tsx";
import { documentTemplatesModule } from "#console/resources/document-templates/index.tsx";
import { edocumentsModule } from "#console/resources/edocuments/index.tsx";
import { employeesModule } from "#console/resources/employees/index.tsx";
import { exportsModule } from "#console/resources/exports/index.tsx";
import { invoicesModule } from "#console/resources/invoices/index.tsx";
import { jobDocumentsModule } from "#console/resources/job-documents/index.tsx";
import { jobInvitesModule } from "#console/resources/job-invites/index.tsx";
import { jobOffersModule } from "#console/resources/job-offers/index.tsx";
import { jobsModule } from "#console/resources/jobs/console-module.tsx";
import { massArbitrateModule } from "#console/resources/mass-arbitrate/index.tsx";
import { noticesModule } from "#console/resources/notices/index.tsx";
import { ownDataModule } from "#console/resources/own-data/index.tsx";
import { payoutsModule } from "#console/resources/payouts/index.tsx";
import { projectsModule } from "#console/resources/projects/index.tsx";
import { registriesModule } from "#console/resources/registries/index.tsx";
import { reviewsModule } from "#console/resources/reviews/console-module.ts";
import { risksModule } from "#console/resources/risks/index.tsx";
import { transactionsModule } from "#console/resources/transactions/index.tsx";
import { webhooksModule } from "#console/resources/webhooks/index.tsx";
import { workmanDocumentsModule } from "#console/resources/workman-documents/index.tsx";
import { workmanRegistrationModule } from "#console/resources/workman-registration/index.tsx";
import { workmanTaxesModule } from "#console/resources/workman-taxes/index.tsx";
import { workmanWalletModule } from "#console/resources/workman-wallet/console-module.tsx";
import { workmenModule } from "#console/resources/workmen/index.tsx";

/** Table of contents of the console: one line per module. */
export const CONSOLE_MODULES: readonly NounModule[] = [
  jobsModule,
  jobOffersModule,
  jobInvitesModule,
  accountsModule,
  accountUsersModule,
  invoicesModule,
  noticesModule,
  ownDataModule,
  payoutsModule,
  projectsModule,
  registriesModule,
  employeesModule,
  blacklistModule,
  massArbitrateModule,
  reviewsModule,
  transactionsModule,
  risksModule,
  workmanWalletModule,
  jobDocumentsModule,
  documentTemplatesModule,
  exportsModule,
  auditLogModule,
  apiKeysModule,
  webhooksModule,
  workmanRegistrationModule,
  workmanTaxesModule,
  edocumentsModule,
  workmenModule,
  workmanDocumentsModule,
];
