import { Refine } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import { render, type RenderResult } from "@testing-library/react";
import { useEffect, type ReactNode } from "react";
import { createMemoryRouter, RouterProvider, useLocation, useNavigate, type NavigateFunction } from "react-router";
import { vi } from "vitest";
import { dataProviders, refineResources } from "#console/app/resources.ts";
import { refineOptions } from "#console/app/refine-options.ts";
import { ToastStack } from "#console/layout/toast-stack.tsx";
import { ModalHost } from "#console/modals/modal-host.tsx";
import { accessControlProvider } from "#console/providers/access-control-provider.ts";
import { authProvider } from "#console/providers/auth-provider.ts";
import { resetHttpClients } from "#console/providers/data/http-client.ts";
import type { Door } from "#console/providers/door.ts";
import { i18nProvider } from "#console/providers/i18n-provider.ts";
import { notificationProvider } from "#console/providers/notification-provider.ts";
import { PageIndex } from "#console/ui/page-index.ts";
import { useFollowedLinks } from "#console/ui/page-link.tsx";

interface Shown extends RenderResult {
  /** Address of the page now, query included. */
  readonly address: () => string;
  readonly navigate: NavigateFunction;
}

/** Shows a screen the way the cabinet does: Refine with our providers, a router at `address`, toasts and modals. */
export function renderConsole(screen: ReactNode, { address = "/", doors = [] as readonly Door[], pages = [] as readonly string[] } = {}): Shown {
  resetHttpClients();
  // Ant Design measures; happy-dom has nothing to measure.
  vi.stubGlobal("ResizeObserver", class { observe() {} unobserve() {} disconnect() {} });
  let current = address;
  let go: NavigateFunction = () => undefined;
  const providers = dataProviders(doors);
  const resources = refineResources(doors);
  function Watch() {
    const { pathname, search } = useLocation();
    const navigate = useNavigate();
    useFollowedLinks();
    useEffect(() => {
      current = pathname + search;
      go = navigate;
    });
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
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: ["/before", address], initialIndex: 1 });
  const shown = render(<RouterProvider router={router} />);
  return Object.assign(shown, { address: () => current, navigate: ((...to: Parameters<NavigateFunction>) => go(...to)) as NavigateFunction });
}
