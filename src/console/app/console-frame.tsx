import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import { useMemo, type ReactNode } from "react";
import { provideModals } from "#console/modals/modal-store.ts";
import { accessControlProvider } from "#console/providers/access-control-provider.ts";
import { auditLogProvider } from "#console/providers/audit-log-provider.ts";
import { authProvider } from "#console/providers/auth-provider.ts";
import { i18nProvider } from "#console/providers/i18n-provider.ts";
import { liveProvider, useLiveInvalidation } from "#console/providers/live-provider.ts";
import { notificationProvider } from "#console/providers/notification-provider.ts";
import { useSession } from "#console/providers/session.ts";
import AntdFrame from "#console/ui/antd-frame.tsx";
import { PageIndex } from "#console/ui/page-index.ts";
import { preloadPage } from "./console-paths.ts";
import { CONSOLE_MODULES } from "./console-modules.ts";
import { CONSOLE_SCREENS } from "./console-routes.tsx";
import { refineOptions } from "./refine-options.ts";
import { dataProviders, refineResources } from "./resources.ts";
import { SHARED_MODALS } from "./shared-modals.ts";
import { SITE_SCREENS } from "./site-routes.ts";

const RESOURCES = refineResources(CONSOLE_MODULES);

provideModals(Object.assign({}, SHARED_MODALS, ...CONSOLE_MODULES.map((one) => one.modals ?? {})));

const PAGES = {
  patterns: [...SITE_SCREENS, ...CONSOLE_SCREENS],
  prefetch: (path: string) => void preloadPage(path).catch(() => undefined),
};

/**
 * Refine with our providers and Ant Design: around the console's layout, and around a part of a
 * site's page (`ui/console-part.tsx`).
 */
export default function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  // The origins of the bases are known by now, not when this file was read.
  const providers = useMemo(() => dataProviders(CONSOLE_MODULES), []);
  const { status } = useSession();
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
        <AntdFrame>{children}</AntdFrame>
      </PageIndex>
      {status === "signed-in" ? <Live /> : null}
    </Refine>
  );
}

function Live() {
  useLiveInvalidation();
  return null;
}
