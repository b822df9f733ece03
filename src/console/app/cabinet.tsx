import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import { Suspense, useMemo, type ReactNode } from "react";
import { Route, Routes } from "react-router";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { provideCrumbLabels } from "#console/layout/breadcrumbs.ts";
import { CABINET_CRUMBS } from "#console/layout/cabinet-crumbs.ts";
import { PageErrors } from "#console/layout/page-errors.tsx";
import { PageIndex } from "#console/ui/page-index.ts";
import { PersonMenu } from "#console/layout/person-menu.tsx";
import { Shell } from "#console/layout/shell.tsx";
import { SideMenu } from "#console/layout/side-menu.tsx";
import { ModalHost } from "#console/modals/modal-host.tsx";
import { provideModals } from "#console/modals/modal-store.ts";
import { accessControlProvider } from "#console/providers/access-control-provider.ts";
import { auditLogProvider } from "#console/providers/audit-log-provider.ts";
import { authProvider } from "#console/providers/auth-provider.ts";
import type { ScreenRoute } from "#console/providers/door.ts";
import { i18nProvider } from "#console/providers/i18n-provider.ts";
import { liveProvider, useLiveInvalidation } from "#console/providers/live-provider.ts";
import { useLocation } from "#console/providers/navigation.tsx";
import { notificationProvider } from "#console/providers/notification-provider.ts";
import { useSession } from "#console/providers/session.ts";
import { HeaderBalance } from "#console/resources/accounts/index.tsx";
import { NoticeBell } from "#console/resources/notices/index.tsx";
import { CABINET_DOORS } from "./cabinet-doors.ts";
import { menuOf } from "./menu.tsx";
import { refineOptions } from "./refine-options.ts";
import { dataProviders, refineResources } from "./resources.ts";
import { findRoute, LIGHT_ROUTES, prefetchLightScreen } from "./light-routes.tsx";
import { CabinetRouter } from "./cabinet-router.tsx";
import { GuardedScreen } from "./guarded-screen.tsx";
import { lazyPart } from "./lazy-part.ts";
import { loadScreen, ScreenWait } from "./screens.tsx";

const antdFrame = lazyPart(() => import("#console/ui/antd-frame.tsx"));

const ROUTES: readonly ScreenRoute[] = CABINET_DOORS.flatMap((door) => door.routes);
const MENU = menuOf(CABINET_DOORS);
const RESOURCES = refineResources(CABINET_DOORS);
const PAGES = { patterns: [...LIGHT_ROUTES, ...ROUTES], prefetch: (path: string) => prefetchAny(path) };

provideCrumbLabels(CABINET_CRUMBS);
provideModals(Object.assign({}, ...CABINET_DOORS.map((door) => door.modals ?? {})));

/** The cabinet: Refine with its providers, and the screens of all doors. */
export default function Cabinet() {
  // The origins of the bases are known by now, not when this module was read.
  const providers = useMemo(() => dataProviders(CABINET_DOORS), []);
  return (
    <CabinetRouter>
      <Refine
        routerProvider={routerProvider}
        dataProvider={providers}
        authProvider={authProvider}
        accessControlProvider={accessControlProvider}
        notificationProvider={notificationProvider}
        i18nProvider={i18nProvider}
        liveProvider={liveProvider}
        auditLogProvider={auditLogProvider}
        resources={RESOURCES}
        options={refineOptions}
      >
        <PageIndex value={PAGES}>
          <CabinetFrame />
        </PageIndex>
      </Refine>
    </CabinetRouter>
  );
}

/** Loads the chunks of a cabinet screen: the entry asks for them before anything is drawn. */
export async function prefetchCabinetScreen(pathname: string): Promise<void> {
  const route = findRoute(ROUTES, pathname);
  if (route) await Promise.all([loadScreen(route.screen), route.look === "light" ? undefined : antdFrame.load()]);
}

function CabinetFrame() {
  const { status, me } = useSession();
  const { pathname } = useLocation();
  const isSignedIn = status === "signed-in";
  const isPrivate = isSignedIn || status === "unknown";
  return (
    <>
      <Shell menu={isPrivate ? <SideMenu links={MENU} /> : null} tools={isSignedIn ? <Tools /> : null} person={me ? <PersonMenu me={me} /> : null}>
        <PageErrors address={pathname}>
          <Routes>
            {ROUTES.map((route) => (
              <Route key={route.path} path={route.path} element={<LookOf route={route}><GuardedScreen route={route} /></LookOf>} />
            ))}
            <Route path="*" element={<ErrorPage status={404} />} />
          </Routes>
        </PageErrors>
      </Shell>
      {isSignedIn ? <Live /> : null}
      <ModalHost />
    </>
  );
}

function Tools() {
  return (
    <>
      <HeaderBalance />
      <NoticeBell />
    </>
  );
}

function Live() {
  useLiveInvalidation();
  return null;
}

function LookOf({ route, children }: { route: ScreenRoute; children: ReactNode }) {
  if (route.look === "light") return children;
  return (
    <Suspense fallback={<ScreenWait />}>
      <antdFrame.Part>{children}</antdFrame.Part>
    </Suspense>
  );
}

function prefetchAny(pathname: string): void {
  if (findRoute(ROUTES, pathname)) prefetchCabinetScreen(pathname).catch(() => undefined);
  else void prefetchLightScreen(pathname);
}
