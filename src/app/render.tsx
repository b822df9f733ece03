import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchPath,
  StaticRouter,
  StaticRouterProvider,
} from "react-router";
import type { MyInfo } from "#contract/auth/session.ts";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import type { PageRoute } from "#contract/pages/page-route.ts";
import type {
  PageRequest,
  PublicPagesBuild,
  RenderedPage,
  SitemapEntry,
} from "#contract/pages/rendered-page.ts";
import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { scriptJson } from "#contract/values/markup.ts";
import type { PageSeed } from "#app/page-seed.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { isConsolePath } from "#app/console-paths.ts";
import { PAGES } from "#app/root.tsx";
import { appRoutes } from "#app/routes.tsx";
import {
  pageAddress,
  loadSiteScreen,
  type SiteHandle,
  type SiteRequestContext,
} from "#site/site-routes.ts";
import { setConsoleConfig } from "#web/wire/console-config.ts";
import { setDrawnFor } from "#web/session/session.ts";
import { DrawnFrame } from "#web/layout/drawn-frame.tsx";
import { PageIndex } from "#web/ui/page-index.ts";
import { queryText } from "#web/calls/call-endpoint.ts";
import { toHttpError } from "#web/wire/http-error.ts";
import type { PageReader } from "#web/routes/page-module.ts";

const handler = createStaticHandler(appRoutes());
/** React writes the elements of `<head>` before the page's frame. */
const FRAME = '<div class="shell"';

/**
 * Entry of the server build: pages of the site as HTML. The server loads it through
 * `PublicPagesBuild` and never imports its source.
 */
export const renderPage: PublicPagesBuild["renderPage"] = async ({
  path,
  search,
  config,
  me,
  read,
}) => {
  const url = config.siteOrigin + path + search;
  const route = siteRouteOf(path);
  const framed = me !== null && (isConsolePath(path) || route?.inConsole === true);
  if (framed && (isConsolePath(path) || !route?.path.includes("/:")))
    return drawFrame(path, config, me, route || hasConsolePage(path) ? 200 : 404);
  const context = await handler.query(new Request(url), {
    requestContext: { read: readerOf(read) } satisfies SiteRequestContext,
  });
  if (context instanceof Response)
    return { kind: "moved", to: context.headers.get("location") ?? "/" };
  // No `await` from here to the HTML: configuration and person are global, pages are rendered one
  // at a time.
  setConsoleConfig(config);
  setDrawnFor(me);
  const match = context.matches.at(-1);
  const page = context.errors ? undefined : (match?.route.handle as SiteHandle | undefined)?.page;
  const status = page
    ? (page.head(
        pageAddress(url, match?.params ?? {}),
        context.loaderData[match?.route.id ?? ""] as never,
      ).status ?? 200)
    : context.statusCode;
  if (framed) return drawFrame(path, config, me, status);
  const text = renderToString(
    <StaticRouterProvider
      router={createStaticRouter(handler.dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  );
  const start = text.indexOf(FRAME);
  return {
    kind: "page",
    status,
    head: text.slice(0, start),
    body: text.slice(start),
    seed: scriptJson({
      config,
      me,
      ...(context.errors ? {} : { hydrationData: { loaderData: context.loaderData } }),
    } satisfies PageSeed),
    isStatic: page !== undefined && !page.load && search === "",
  } satisfies RenderedPage;
};

/** The console's frame, for a page whose content the browser draws. */
function drawFrame(
  path: string,
  config: PageRequest["config"],
  me: MyInfo,
  status: number,
): RenderedPage {
  setConsoleConfig(config);
  setDrawnFor(me);
  const body = renderToString(
    <StaticRouter location={path}>
      <PageIndex value={PAGES}>
        <DrawnFrame me={me} />
      </PageIndex>
    </StaticRouter>,
  );
  return { kind: "frame", status, body, seed: scriptJson({ config, me } satisfies PageSeed) };
}

function siteRouteOf(path: string): PageRoute | undefined {
  return SITE_ROUTES.find((route) => isPathOf(route, path));
}

function hasConsolePage(path: string): boolean {
  return CONSOLE_ROUTES.some((route) => isPathOf(route, path));
}

function isPathOf({ path: pattern, accepts }: PageRoute, path: string): boolean {
  const match = matchPath(pattern, path);
  return match !== null && (accepts?.(match.params) ?? true);
}

/**
 * URLs without parameters that search engines may index; pages of records come from their lists.
 */
export const listPages: PublicPagesBuild["listPages"] = async (read) => {
  const found = await Promise.all(
    SITE_ROUTES.map(async (route): Promise<readonly (string | SitemapEntry)[]> => {
      const { page } = await loadSiteScreen(route);
      if (!page) return [];
      if (page.listAddresses) return page.listAddresses(readerOf(read));
      if (route.path.includes("/:")) return [];
      if (page.load) return [route.path];
      const { isIndexed, canonical = route.path } = page.head(
        { path: route.path, params: {}, query: new URLSearchParams(), origin: "" },
        undefined as never,
      );
      return isIndexed === false || canonical !== route.path ? [] : [route.path];
    }),
  );
  const entries = found.flat().map((one) => (typeof one === "string" ? { path: one } : one));
  return [...new Map(entries.map((one) => [one.path, one])).values()];
};

/** Calls of the contract for a guest: reads only. */
function readerOf(read: PageRequest["read"]): PageReader {
  return async (endpoint, input = {}) => {
    const { status, body } = await read(
      addressOf(endpoint, input.params as Record<string, string | number>) + queryText(input.query),
    );
    if (status !== 200) throw toHttpError(status, body);
    return JSON.parse(body) as never;
  };
}
