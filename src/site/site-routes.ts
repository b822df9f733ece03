import { data, redirect, type LoaderFunctionArgs, type RouteObject } from "react-router";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { ConsoleHttpError } from "#web/wire/http-error.ts";
import type { PageRoute } from "#contract/pages/page-route.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import type { ScreenModule } from "#web/routes/screen-module.ts";
import {
  PageMissing,
  PageMoved,
  type AnyPublicPage,
  type PageAddress,
  type PageReader,
} from "#web/routes/page-module.ts";

const SCREENS = import.meta.glob<ScreenModule>("./**/*-page.tsx");

export interface SiteHandle {
  readonly page?: AnyPublicPage;
}

/** One server request, whose reads are a guest's and in-process. */
export interface SiteRequestContext {
  readonly read: PageReader;
}

/** Page modules are lazy; loaders read the data. */
export function siteRoutes(routes: readonly PageRoute[] = SITE_ROUTES): RouteObject[] {
  return routes.map((route) => ({
    path: route.path,
    lazy: async () => {
      const { default: Component, page } = await loadSiteScreen(route);
      return {
        Component,
        loader: page?.load || route.accepts ? loaderOf(route, page) : undefined,
        handle: { page } satisfies SiteHandle,
      };
    },
  }));
}

export function loadSiteScreen({ screen }: PageRoute): Promise<ScreenModule> {
  return (SCREENS[screen.replace("site/", "./")] as () => Promise<ScreenModule>)();
}

export function pageAddress(
  url: string,
  params: Readonly<Record<string, string | undefined>>,
): PageAddress {
  const { pathname, searchParams, origin } = new URL(url);
  return { path: pathname, params: params as Record<string, string>, query: searchParams, origin };
}

function loaderOf({ accepts }: PageRoute, page: AnyPublicPage | undefined) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    if (accepts && !accepts(params)) throw data(null, { status: 404 });
    const { read = callEndpoint } = (context ?? {}) as Partial<SiteRequestContext>;
    try {
      return (await page?.load?.(read, pageAddress(request.url, params))) ?? null;
    } catch (thrown) {
      throw routeErrorOf(thrown);
    }
  };
}

/** The status becomes the page's. */
function routeErrorOf(thrown: unknown): unknown {
  if (thrown instanceof PageMissing) return data(null, { status: 404 });
  if (thrown instanceof PageMoved) return redirect(thrown.to, 301);
  if (thrown instanceof ConsoleHttpError)
    return data(thrown.statusCode === 404 ? null : { message: thrown.message }, {
      status: thrown.statusCode,
    });
  return thrown;
}
