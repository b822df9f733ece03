import {
  createMemoryRouter,
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterProvider,
  StaticRouterProvider,
  type RouteObject,
} from "react-router";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { loadSiteScreen, pageAddress, siteRoutes } from "#site/site-routes.ts";
import type { AnyPublicPage, PageHead, PageReader } from "#web/routes/page-module.ts";

const ORIGIN = "https://platform.example";
const readNothing: PageReader = () => Promise.reject(new Error("A static page calls nothing"));

interface OpenedPage {
  readonly Screen: ComponentType;
  readonly page: AnyPublicPage;
  readonly head: PageHead;
  readonly data: unknown;
}

/** @param read - see `pageReader`. */
export async function openPublicPage(
  address: string,
  read: PageReader = readNothing,
): Promise<OpenedPage> {
  const url = new URL(address, ORIGIN);
  const match = matchRoutes(
    SITE_ROUTES.map((screen) => ({ ...screen })),
    url.pathname,
  )?.at(-1);
  if (!match || match.route.accepts?.(match.params) === false)
    throw new Error(`No public page at ${address}`);
  const { default: Screen, page } = await loadSiteScreen(match.route);
  if (!page) throw new Error(`${match.route.path} exports no page`);
  const at = pageAddress(url.href, match.params);
  const data = await page.load?.(read, at);
  return { Screen, page, head: page.head(at, data as never), data };
}

export async function servePublicPage(address: string, read: PageReader = readNothing) {
  const handler = createStaticHandler(siteRoutes());
  const context = await handler.query(new Request(ORIGIN + address), { requestContext: { read } });
  if (context instanceof Response || context.errors)
    throw new Error(`No public page at ${address}`);
  const html = renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  const routes: RouteObject[] = siteRoutes();
  for (const { route } of matchRoutes(routes, new URL(address, ORIGIN).pathname) ?? [])
    if (typeof route.lazy === "function")
      Object.assign(route, await route.lazy(), { lazy: undefined });
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    hydrationData: { loaderData: context.loaderData },
  });
  return { html, page: <RouterProvider router={router} /> };
}
