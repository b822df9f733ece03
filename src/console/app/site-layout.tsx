import { lazy, Suspense } from "react";
import { Outlet, useLocation, useMatches } from "react-router";
import { PageHead, StructuredData, tabTitleOf } from "#console/layout/page-head.tsx";
import { Shell } from "#console/layout/shell.tsx";
import { ToastStack } from "#console/layout/toast-stack.tsx";
import { useOpenModal, useWindowsClaimed } from "#console/modals/modal-store.ts";
import { useSession } from "#console/providers/session.ts";
import { loadSiteBalance } from "#console/resources/accounts/site-module.ts";
import { loadSiteBell } from "#console/resources/notices/site-module.ts";
import { ConsolePartFrame } from "#console/ui/console-part.tsx";
import { useSiteOrigin } from "#console/ui/page-index.ts";
import { usePageNames } from "#console/ui/page-title.tsx";
import { pageAddress, type SiteHandle } from "./site-routes.ts";

// Guests, who are most visitors of the site, never load them.
const PersonMenu = lazy(async () => ({
  default: (await import("#console/layout/person-menu.tsx")).PersonMenu,
}));
const SiteBell = lazy(loadSiteBell);
const SiteBalance = lazy(loadSiteBalance);
// A part of a page that a signed-in person acts with brings Refine, Ant Design and the console's
// windows.
const ConsoleFrame = lazy(() => import("./console-part-frame.tsx"));
// Most visits open no window.
const SiteModalHost = lazy(() => import("#console/modals/site-modal-host.tsx"));

/** What the tab says of an address without a page until its error page is interactive. */
const MISSING_TITLE = "Такой страницы не существует";

/** Frame of the site's pages, with what the open one says of itself. */
export function SiteLayout() {
  const { me } = useSession();
  const head = useOpenHead();
  const { pathname } = useLocation();
  const { title, tabTitle } = usePageNames();
  return (
    <>
      <title>{tabTitle ?? tabTitleOf({ title: title ?? head?.title ?? MISSING_TITLE })}</title>
      {head ? <PageHead head={head} path={pathname} /> : null}
      <Shell
        name={head?.crumb}
        tools={
          me ? (
            <Suspense>
              <SiteBalance />
              <SiteBell />
            </Suspense>
          ) : null
        }
        person={
          me ? (
            <Suspense fallback={<span className="person-button" />}>
              <PersonMenu me={me} />
            </Suspense>
          ) : null
        }
      >
        <ConsolePartFrame value={ConsoleFrame}>
          <Outlet />
        </ConsolePartFrame>
        {head ? <StructuredData head={head} /> : null}
      </Shell>
      <Windows />
      <ToastStack />
    </>
  );
}

/** The head of the open page; none while it has failed. */
function useOpenHead() {
  const { pathname, search } = useLocation();
  const origin = useSiteOrigin();
  const match = useMatches().at(-1);
  const page = (match?.handle as SiteHandle | undefined)?.page;
  if (!page || (page.load && match?.loaderData === undefined)) return null;
  return page.head(
    pageAddress(origin + pathname + search, match?.params ?? {}),
    match?.loaderData as never,
  );
}

function Windows() {
  const isOpen = useOpenModal() !== null;
  return useWindowsClaimed() || !isOpen ? null : (
    <Suspense>
      <SiteModalHost />
    </Suspense>
  );
}
