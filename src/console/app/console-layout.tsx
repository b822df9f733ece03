import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import { useMemo } from "react";
import { Outlet } from "react-router";
import { useBreadcrumbs } from "#console/layout/breadcrumb-trail.tsx";
import { documentTitleOf, provideCrumbLabels } from "#console/layout/breadcrumbs.ts";
import { CABINET_CRUMBS } from "#console/layout/cabinet-crumbs.ts";
import { PersonMenu } from "#console/layout/person-menu.tsx";
import { CommandPalette } from "#console/layout/command-palette.tsx";
import { ConsoleToasts } from "#console/layout/console-toasts.tsx";
import { ConsoleShell } from "#console/layout/console-shell.tsx";
import { ModalHost } from "#console/modals/modal-host.tsx";
import { provideModals } from "#console/modals/modal-store.ts";
import { accessControlProvider } from "#console/providers/access-control-provider.ts";
import { auditLogProvider } from "#console/providers/audit-log-provider.ts";
import { authProvider } from "#console/providers/auth-provider.ts";
import { i18nProvider } from "#console/providers/i18n-provider.ts";
import { liveProvider, useLiveInvalidation } from "#console/providers/live-provider.ts";
import { notificationProvider } from "#console/providers/notification-provider.ts";
import { useSession } from "#console/providers/session.ts";
import { HeaderBalance } from "#console/resources/accounts/index.tsx";
import { NoticeBell } from "#console/resources/notices/index.tsx";
import AntdFrame from "#console/ui/antd-frame.tsx";
import { PageIndex } from "#console/ui/page-index.ts";
import { usePageNames } from "#console/ui/page-title.tsx";
import { preloadPage } from "./console-paths.ts";
import { CONSOLE_MODULES } from "./console-modules.ts";
import { CONSOLE_SCREENS } from "./console-routes.tsx";
import { refineOptions } from "./refine-options.ts";
import { dataProviders, refineResources } from "./resources.ts";
import { SITE_SCREENS } from "./site-routes.ts";

const MENU = CONSOLE_MODULES.flatMap((one) => one.menu ?? []);
const RESOURCES = refineResources(CONSOLE_MODULES);
const PAGES = { patterns: [...SITE_SCREENS, ...CONSOLE_SCREENS], prefetch: (path: string) => void preloadPage(path).catch(() => undefined) };

provideCrumbLabels(CABINET_CRUMBS);
provideModals(Object.assign({}, ...CONSOLE_MODULES.map((one) => one.modals ?? {})));

/** The console: Refine with its providers, Ant Design, the frame, and the screen of the address. */
export function Component() {
  // The origins of the bases are known by now, not when this file was read.
  const providers = useMemo(() => dataProviders(CONSOLE_MODULES), []);
  return (
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
        <AntdFrame>
          <Frame />
        </AntdFrame>
      </PageIndex>
    </Refine>
  );
}

function Frame() {
  const { status, me } = useSession();
  const { tabTitle } = usePageNames();
  const crumbs = useBreadcrumbs();
  const isSignedIn = status === "signed-in";
  return (
    <>
      <title>{tabTitle ?? documentTitleOf(crumbs)}</title>
      <ConsoleShell links={MENU} tools={isSignedIn ? <Tools /> : null} person={me ? <PersonMenu me={me} /> : null}>
        <Outlet />
      </ConsoleShell>
      {isSignedIn ? <Live /> : null}
      <ModalHost />
      <ConsoleToasts />
    </>
  );
}

function Tools() {
  return (
    <>
      <CommandPalette modules={CONSOLE_MODULES} />
      <HeaderBalance />
      <NoticeBell />
    </>
  );
}

function Live() {
  useLiveInvalidation();
  return null;
}
