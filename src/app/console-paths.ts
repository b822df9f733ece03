import { matchRoutes, type PatchRoutesOnNavigationFunction, type RouteObject } from "react-router";
import { siteRoutes } from "#site/site-routes.ts";

/** Id of the layout route that the console's routes are added to. */
export const CONSOLE_ROUTE = "console";
/**
 * Addresses of the console; every other one is the site's. `/jobs/15` and `/app/authorization` are
 * pages of the site.
 */
const CONSOLE_PATH = /^\/((app\/)?profile|notifications|jobs\/(create|customer|workman))(\/|$)/i;

export function isConsolePath(path: string): boolean {
  return CONSOLE_PATH.test(path);
}

/**
 * Adds the console's routes when one of its addresses is opened: guests, who are most visitors of
 * the site, never load them.
 */
export const patchConsoleRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isConsolePath(path)) patch(CONSOLE_ROUTE, await consoleRoutes());
};

/** Begins to load what an address will show, before it is opened. */
export async function preloadPage(path: string): Promise<void> {
  const routes: RouteObject[] = isConsolePath(path)
    ? [{ lazy: () => import("#console/app/console-layout.tsx"), children: await consoleRoutes() }]
    : siteRoutes();
  await Promise.all(
    (matchRoutes(routes, path) ?? []).map(({ route }) =>
      typeof route.lazy === "function" ? route.lazy() : undefined,
    ),
  );
}

async function consoleRoutes(): Promise<RouteObject[]> {
  return (await import("#console/app/console-routes.tsx")).consoleRoutes();
}
