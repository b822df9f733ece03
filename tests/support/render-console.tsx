import { Refine, type IRefineOptions } from "@refinedev/core";
import type { QueryClientConfig } from "@tanstack/react-query";
import { act, render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { dataProviders, refineResources } from "#console/app/resources.ts";
import { refineOptions } from "#console/app/refine-options.ts";
import { ConsoleToasts } from "#console/layout/console-toasts.tsx";
import { ModalHost } from "#console/layout/modal-host.tsx";
import { accessControlProvider } from "#console/refine/access-control-provider.ts";
import { authProvider } from "#console/refine/auth-provider.ts";
import { resetHttpClients } from "#console/calls/http-client.ts";
import type { NounModule } from "#console/noun-module.ts";
import { i18nProvider } from "#console/refine/i18n-provider.ts";
import { createBrowserRouter, RouterProvider, type To } from "react-router";
import { KnownAccess } from "#console/refine/known-access.tsx";
import { notificationProvider } from "#console/refine/notification-provider.ts";
import { routerProvider } from "#console/refine/router-provider.ts";
import AntdFrame from "#console/app/antd-frame.tsx";
import { ConsolePartFrame } from "#web/ui/console-part.tsx";
import { PageIndex } from "#web/ui/page-index.ts";
import { PageTitleProvider } from "#web/ui/page-title.tsx";

interface Shown extends RenderResult {
  /** With query. */
  readonly address: () => string;
  readonly navigate: (to: To) => void;
  readonly goBack: () => void;
}

const client = refineOptions.reactQuery?.clientConfig as QueryClientConfig | undefined;
/** A failed read is retried at once. */
const withoutPauses: IRefineOptions = {
  ...refineOptions,
  reactQuery: {
    clientConfig: {
      defaultOptions: {
        ...client?.defaultOptions,
        queries: { ...client?.defaultOptions?.queries, retryDelay: 0 },
      },
    },
  },
};

/** Modals are hosted once, below. */
const PartFrame = ({ children }: { readonly children: ReactNode }) => children;

/**
 * Refine with our providers, a router at `address`, toasts and modals. `data`: what the loader has
 * read; `readAgain`: what it reads next.
 */
export function renderConsole(
  screen: ReactNode,
  {
    address = "/",
    modules = [] as readonly NounModule[],
    pages = [] as readonly string[],
    data = undefined as unknown,
    readAgain = undefined as (() => unknown) | undefined,
  } = {},
): Shown {
  resetHttpClients();
  // happy-dom cannot measure.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  history.pushState(null, "", "/before");
  history.pushState(null, "", address);
  const providers = dataProviders(modules);
  const resources = refineResources(modules);
  const page = (
    <Refine
      routerProvider={routerProvider}
      dataProvider={providers}
      authProvider={authProvider}
      accessControlProvider={accessControlProvider}
      notificationProvider={notificationProvider}
      i18nProvider={i18nProvider}
      resources={resources}
      options={withoutPauses}
    >
      <KnownAccess />
      <PageIndex value={{ patterns: pages.map((path) => ({ path })), prefetch: () => undefined }}>
        <AntdFrame>
          <ConsolePartFrame value={PartFrame}>
            <div id="root">{screen}</div>
          </ConsolePartFrame>
          <ConsoleToasts />
          <ModalHost />
        </AntdFrame>
      </PageIndex>
    </Refine>
  );
  const element = <PageTitleProvider>{page}</PageTitleProvider>;
  const router = createBrowserRouter(
    [{ id: "screen", path: "*", element, loader: () => readAgain?.() ?? data ?? null }],
    { hydrationData: { loaderData: { screen: data ?? null } } },
  );
  const shown = render(<RouterProvider router={router} />);
  return Object.assign(shown, {
    address: () => location.pathname + location.search,
    navigate: (to: To) => act(() => router.navigate(to)),
    goBack: () => history.back(),
  });
}
