import type { NounModule } from "#console/providers/module.ts";
import { pagesModule } from "#console/pages/index.tsx";
import { siteAccountsModule } from "#console/resources/accounts/site-module.ts";
import { authModule } from "#console/resources/auth/index.tsx";
import { siteJobsModule } from "#console/resources/jobs/site-module.ts";
import { sandboxModule } from "#console/resources/sandbox/index.tsx";
import { siteWorkmenModule } from "#console/resources/workmen/site-module.ts";

/** Table of contents of the site: its screens use React and our own styles, nothing else. */
export const SITE_MODULES: readonly NounModule[] = [
  pagesModule,
  authModule,
  siteJobsModule,
  siteWorkmenModule,
  siteAccountsModule,
  sandboxModule,
];
