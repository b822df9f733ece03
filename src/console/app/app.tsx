import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { PageTitleProvider, type PageNames } from "#console/ui/page-title.tsx";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { PageErrors } from "#console/layout/page-errors.tsx";
import { PageIndex } from "#console/ui/page-index.ts";
import { ProgressBar } from "#console/layout/progress-bar.tsx";
import { Shell } from "#console/layout/shell.tsx";
import { ToastStack } from "#console/layout/toast-stack.tsx";
import { provideModals, useOpenModal } from "#console/modals/modal-store.ts";
import { Navigation, useLocation } from "#console/providers/navigation.tsx";
import { useSession } from "#console/providers/session.ts";
import { loadLightBell } from "#console/resources/notices/public-door.ts";
import { AddressRules } from "./address-rules.tsx";
import { findRoute, LIGHT_ROUTES } from "./light-routes.tsx";
import { PublicScreen } from "./public-pages.tsx";
import { cabinet, isCabinetAddress, prefetchScreen } from "./routes.tsx";
import { ScreenWait } from "./screens.tsx";
import { SHELL_MODALS } from "./shell-modals.ts";

// Guests, who are most visitors of the light pages, never load it.
const PersonMenu = lazy(async () => ({ default: (await import("#console/layout/person-menu.tsx")).PersonMenu }));
// Most visits of a light page open no window.
const ModalHost = lazy(async () => ({ default: (await import("#console/modals/modal-host.tsx")).ModalHost }));

provideModals(SHELL_MODALS);

/** Pages of the cabinet that the header leads to from a light page. */
export const CABINET_LINKS = ["/profile", "/notifications", "/app/profile/summary"] as const;
const LightBell = lazy(loadLightBell);

/** Light pages know their own addresses and the doors of the cabinet a visitor may walk to. */
const LIGHT_PAGES = { patterns: [...LIGHT_ROUTES, ...CABINET_LINKS.map((path) => ({ path }))], prefetch: (address: string) => void prefetchScreen(address) };

/** The whole console: one address, two worlds. */
export function App({ names }: FrameProps) {
  return (
    <Navigation>
      <ConsoleFrame names={names} />
    </Navigation>
  );
}

interface FrameProps {
  /** Names of the page the server has drawn. */
  readonly names?: PageNames;
  /** What absolute links begin with, where there is no browser. */
  readonly origin?: string;
}

/** Everything inside the navigation; the server and tests put it at an address of their own. */
export function ConsoleFrame({ names, origin }: FrameProps) {
  const pages = useMemo(() => ({ ...LIGHT_PAGES, origin }), [origin]);
  return (
    <PageTitleProvider first={names}>
      <AddressRules />
      <ProgressBar />
      <ToastStack />
      <PageIndex value={pages}>
        <World />
      </PageIndex>
    </PageTitleProvider>
  );
}

function World() {
  const { pathname } = useLocation();
  if (isCabinetAddress(pathname)) {
    return (
      <PageErrors address={pathname}>
        <Suspense fallback={<LightShell><ScreenWait /></LightShell>}>
          <cabinet.Part />
        </Suspense>
      </PageErrors>
    );
  }
  const route = findRoute(LIGHT_ROUTES, pathname);
  return (
    <LightShell>
      <PageErrors address={pathname}>{route ? <PublicScreen route={route} /> : <ErrorPage status={404} />}</PageErrors>
    </LightShell>
  );
}

function LightShell({ children }: { children: ReactNode }) {
  const { me } = useSession();
  return (
    <>
      <Shell tools={me ? <Suspense><LightBell /></Suspense> : null} person={me ? <Suspense fallback={<span className="person-button" />}><PersonMenu me={me} /></Suspense> : null}>{children}</Shell>
      <LightWindows />
    </>
  );
}

/** The host comes with the first window that is opened: the cabinet has one of its own. */
function LightWindows() {
  return useOpenModal() === null ? null : (
    <Suspense>
      <ModalHost />
    </Suspense>
  );
}
