import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PageNames } from "#console/ui/page-title.tsx";
import { setConsoleConfig, type ConsoleConfig } from "#console/providers/console-config.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { App } from "./app.tsx";
import { findRoute, LIGHT_ROUTES, pageAddress } from "./light-routes.tsx";
import { preparePage, seedFirstPage, seedSleepingPage } from "./public-pages.tsx";

/** What the server has read and named, for the browser to go on from. */
export interface PageSeed {
  readonly config: ConsoleConfig;
  readonly names: PageNames;
  readonly page: { readonly data?: unknown; readonly sleeps?: boolean } | { readonly status: number; readonly message?: string };
}

/** @returns what the server left in its page; `null` for a page it has not drawn. */
export function readPageSeed(): PageSeed | null {
  const element = document.getElementById("page-seed");
  const route = findRoute(LIGHT_ROUTES, location.pathname);
  return element && route ? (JSON.parse(element.textContent) as PageSeed) : null;
}

/** Makes the server's page alive: the same tree over the same markup, with the data the server has read. */
export async function takePageOver(root: HTMLElement, { config, names, page }: PageSeed): Promise<void> {
  setConsoleConfig(config);
  const { pathname, search, origin } = location;
  const route = findRoute(LIGHT_ROUTES, pathname);
  if (!route) return;
  const address = pageAddress(route, pathname, search, origin);
  const prepare = async () => ("status" in page ? { kind: "failed" as const, ...page } : await preparePage(route, address, callEndpoint, "data" in page ? { data: page.data } : undefined));
  if ("sleeps" in page && page.sleeps) seedSleepingPage(pathname + search, prepare);
  else seedFirstPage(pathname + search, await prepare());
  // In slices: the page is already there, so nothing a person does has to wait for the whole of it.
  startTransition(() => {
    hydrateRoot(root, <App names={names} />);
  });
}
