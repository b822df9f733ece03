import { lazy, Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { useOpenHead } from "#site/open-head.ts";
import { PageHead, StructuredData, tabTitleOf } from "#site/layout/page-head.tsx";
import { Shell } from "#site/layout/shell.tsx";
import { ToastStack } from "#site/layout/toast-stack.tsx";
import { BalancePlace, BellPlace } from "#web/layout/header-places.tsx";
import { PersonFace } from "#web/layout/person-face.tsx";
import { useOpenModal, useHasModalHost } from "#web/modals/modal-store.ts";
import { useSession } from "#web/session/session.ts";
import { BrowserPart } from "#web/ui/browser-part.tsx";
import { ConsolePartFrame } from "#web/ui/console-part.tsx";
import { usePageNames } from "#web/ui/page-title.tsx";

// Guests never load these.
const PersonMenu = lazy(async () => ({
  default: (await import("#site/layout/person-menu.tsx")).PersonMenu,
}));
const SiteBell = lazy(() => import("#site/layout/site-bell.tsx"));
const SiteBalance = lazy(() => import("#site/layout/site-balance.tsx"));
const ConsoleFrame = lazy(() => import("#console/app/console-part-frame.tsx"));
const SiteModalHost = lazy(() => import("#site/layout/site-modal-host.tsx"));

/** Until hydration. */
const MISSING_TITLE = "Такой страницы не существует";

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
            <>
              <BrowserPart fallback={<BalancePlace me={me} />}>
                <SiteBalance />
              </BrowserPart>
              <BrowserPart fallback={<BellPlace />}>
                <SiteBell />
              </BrowserPart>
            </>
          ) : null
        }
        person={
          me ? (
            <BrowserPart
              fallback={
                <span className="person-button">
                  <PersonFace me={me} />
                </span>
              }
            >
              <PersonMenu me={me} />
            </BrowserPart>
          ) : null
        }
      >
        <ConsolePartFrame value={ConsoleFrame}>
          <Outlet />
        </ConsolePartFrame>
        {head ? <StructuredData head={head} /> : null}
      </Shell>
      <SiteModals />
      <ToastStack />
    </>
  );
}

function SiteModals() {
  const isOpen = useOpenModal() !== null;
  return useHasModalHost() || !isOpen ? null : (
    <Suspense>
      <SiteModalHost />
    </Suspense>
  );
}
