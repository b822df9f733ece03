import { useEffect } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { ProgressBar } from "#site/layout/progress-bar.tsx";
import { provideModals } from "#web/modals/modal-store.ts";
import { PageIndex } from "#web/ui/page-index.ts";
import { PageTitleProvider } from "#web/ui/page-title.tsx";
import { startProgress } from "#web/ui/progress.ts";
import { AddressRules } from "#app/address-rules.tsx";
import { preloadPage } from "#app/console-paths.ts";
import { SHELL_MODALS } from "#site/shell-modals.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";

/** Console pages linked from the site's frame. */
export const CONSOLE_LINKS = [
  "/profile",
  "/profile/jobs",
  "/jobs/create",
  "/notifications",
  "/app/profile/summary",
] as const;

/** URLs the frame knows. A failed prefetch is ignored: navigation itself handles a lost chunk. */
export const PAGES = {
  patterns: [...SITE_ROUTES, ...CONSOLE_LINKS.map((path) => ({ path }))],
  prefetch: (path: string) => void preloadPage(path).catch(() => undefined),
};

provideModals(SHELL_MODALS);

/** Common to every page: URL rules, progress, scroll position. */
export function Root() {
  return (
    <PageTitleProvider>
      <PageIndex value={PAGES}>
        <Outlet />
      </PageIndex>
      <AddressRules />
      <ProgressBar />
      <NavigationProgress />
      <ScrollRestoration />
    </PageTitleProvider>
  );
}

function NavigationProgress() {
  const isLoading = useNavigation().state === "loading";
  useEffect(() => (isLoading ? startProgress() : undefined), [isLoading]);
  return null;
}
