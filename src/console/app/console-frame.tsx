import { Refine } from "@refinedev/core";
import { useContext, useMemo, type ReactNode } from "react";
import { provideModals } from "#web/modals/modal-store.ts";
import { accessControlProvider } from "#console/refine/access-control-provider.ts";
import { auditLogProvider } from "#console/refine/audit-log-provider.ts";
import { authProvider } from "#console/refine/auth-provider.ts";
import { i18nProvider } from "#console/refine/i18n-provider.ts";
import { KnownAccess } from "#console/refine/known-access.tsx";
import { liveProvider, useLiveInvalidation } from "#console/refine/live-provider.ts";
import { notificationProvider } from "#console/refine/notification-provider.ts";
import { routerProvider } from "#console/refine/router-provider.ts";
import { useSession } from "#web/session/session.ts";
import AntdFrame from "./antd-frame.tsx";
import { PageIndex } from "#web/ui/page-index.ts";
import { CONSOLE_MODULES } from "./console-modules.ts";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { refineOptions } from "./refine-options.ts";
import { dataProviders, refineResources } from "./resources.ts";
import { SHARED_MODALS } from "./shared-modals.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";

const RESOURCES = refineResources(CONSOLE_MODULES);

provideModals(Object.assign({}, SHARED_MODALS, ...CONSOLE_MODULES.map((one) => one.modals ?? {})));

const PATTERNS = [...SITE_ROUTES, ...CONSOLE_ROUTES];

export default function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  // The API origins are unknown when the module loads.
  const providers = useMemo(() => dataProviders(CONSOLE_MODULES), []);
  const { prefetch } = useContext(PageIndex);
  const pages = useMemo(() => ({ patterns: PATTERNS, prefetch }), [prefetch]);
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
      <KnownAccess />
      <PageIndex value={pages}>
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
