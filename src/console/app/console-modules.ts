import type { NounModule } from "#console/noun-module.ts";
import { accountUsersModule } from "#console/account-users/index.tsx";
import { accountsModule } from "#console/accounts/index.tsx";
import { apiKeysModule } from "#console/api-keys/index.tsx";
import { auditLogModule } from "#console/audit-log/index.tsx";
import { blacklistModule } from "#console/blacklist/index.tsx";
import { documentTemplatesModule } from "#console/document-templates/index.tsx";
import { edocumentsModule } from "#console/edocuments/index.tsx";
import { employeesModule } from "#console/employees/index.tsx";
import { exportsModule } from "#console/exports/index.tsx";
import { invoicesModule } from "#console/invoices/index.tsx";
import { jobDocumentsModule } from "#console/job-documents/index.tsx";
import { jobInvitesModule } from "#console/job-invites/index.tsx";
import { jobOffersModule } from "#console/job-offers/index.tsx";
import { jobsModule } from "#console/jobs/index.tsx";
import { massArbitrateModule } from "#console/mass-arbitrate/index.tsx";
import { noticesModule } from "#console/notices/index.tsx";
import { ownDataModule } from "#console/own-data/index.tsx";
import { payoutsModule } from "#console/payouts/index.tsx";
import { projectsModule } from "#console/projects/index.tsx";
import { registriesModule } from "#console/registries/index.tsx";
import { reviewsModule } from "#console/reviews/module.ts";
import { risksModule } from "#console/risks/index.tsx";
import { transactionsModule } from "#console/transactions/index.tsx";
import { webhooksModule } from "#console/webhooks/index.tsx";
import { workmanRegistrationModule } from "#console/workman-registration/index.tsx";
import { workmanWalletModule } from "#console/workman-wallet/console-module.tsx";

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
  edocumentsModule,
];
