import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { dataProviders, refineResources } from "#console/app/resources.ts";
import { refineOptions } from "#console/app/refine-options.ts";
import { CabinetRouter } from "#console/app/cabinet-router.tsx";
import { ToastStack } from "#console/layout/toast-stack.tsx";
import { ModalHost } from "#console/modals/modal-host.tsx";
import { accessControlProvider } from "#console/providers/access-control-provider.ts";
import { authProvider } from "#console/providers/auth-provider.ts";
import { resetHttpClients } from "#console/providers/data/http-client.ts";
import type { Door } from "#console/providers/door.ts";
import { i18nProvider } from "#console/providers/i18n-provider.ts";
import { navigate, Navigation } from "#console/providers/navigation.tsx";
import { notificationProvider } from "#console/providers/notification-provider.ts";
import { PageIndex } from "#console/ui/page-index.ts";
import { useFollowedLinks } from "#console/ui/page-link.tsx";

interface Shown extends RenderResult {
  /** Address of the page now, query included. */
  readonly address: () => string;
  readonly navigate: typeof navigate;
  readonly goBack: () => void;
}

/** Shows a screen the way the cabinet does: Refine with our providers, a router at `address`, toasts and modals. */
export function renderConsole(screen: ReactNode, { address = "/", doors = [] as readonly Door[], pages = [] as readonly string[] } = {}): Shown {
  resetHttpClients();
  // Ant Design measures; happy-dom has nothing to measure.
  vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });
  history.pushState(null, "", "/before");
  history.pushState(null, "", address);
  const providers = dataProviders(doors);
  const resources = refineResources(doors);
  function Watch() {
    useFollowedLinks();
    return null;
  }
  const page = (
    <Refine routerProvider={routerProvider} dataProvider={providers} authProvider={authProvider} accessControlProvider={accessControlProvider} notificationProvider={notificationProvider} i18nProvider={i18nProvider} resources={resources} options={{ ...refineOptions }}>
      <PageIndex value={{ patterns: pages.map((path) => ({ path })), prefetch: () => undefined }}>
        <Watch />
        <div id="root">{screen}</div>
        <ToastStack />
        <ModalHost />
      </PageIndex>
    </Refine>
  );
  const shown = render(
    <Navigation>
      <CabinetRouter>{page}</CabinetRouter>
    </Navigation>,
  );
  return Object.assign(shown, { address: () => location.pathname + location.search, navigate, goBack: () => history.back() });
}
