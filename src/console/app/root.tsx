import { useEffect } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { ProgressBar } from "#console/layout/progress-bar.tsx";
import { provideModals } from "#console/modals/modal-store.ts";
import { PageIndex } from "#console/ui/page-index.ts";
import { PageTitleProvider } from "#console/ui/page-title.tsx";
import { startProgress } from "#console/ui/progress.ts";
import { AddressRules } from "./address-rules.tsx";
import { preloadPage } from "./console-paths.ts";
import { SHELL_MODALS } from "./shell-modals.ts";
import { SITE_SCREENS } from "./site-routes.ts";

/** Pages of the console that the frame of the site leads to. */
export const CONSOLE_LINKS = [
  "/profile",
  "/profile/jobs",
  "/jobs/create",
  "/notifications",
  "/app/profile/summary",
] as const;

/**
 * What the frame knows of the product's addresses. A chunk that is gone is dealt with when it is
 * really needed.
 */
const PAGES = {
  patterns: [...SITE_SCREENS, ...CONSOLE_LINKS.map((path) => ({ path }))],
  prefetch: (path: string) => void preloadPage(path).catch(() => undefined),
};

provideModals(SHELL_MODALS);

/** What every page has: rules of addresses, progress, scroll position. */
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

/** The bar runs while the next page is on its way. */
function NavigationProgress() {
  const isLoading = useNavigation().state === "loading";
  useEffect(() => (isLoading ? startProgress() : undefined), [isLoading]);
  return null;
}
