import {
  matchPath,
  matchRoutes,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from "react-router";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { loadConsoleLayout } from "#app/frame-layout.tsx";
import { siteRoutes } from "#site/site-routes.ts";
import { currentSession } from "#web/session/session.ts";

/** Layout route the console's routes are added to. */
export const CONSOLE_ROUTE = "console";
/**
 * URLs of the console; all others are the site's, `/jobs/15` and `/app/authorization` among them.
 */
const CONSOLE_PATH = /^\/((app\/)?profile|notifications|jobs\/(create|customer|workman))(\/|$)/i;

export function isConsolePath(path: string): boolean {
  return CONSOLE_PATH.test(path);
}

/** Page of the site, the console's for whoever is signed in. */
export function isEitherPath(path: string): boolean {
  return SITE_ROUTES.find((route) => matchPath(route.path, path))?.inConsole === true;
}

/**
 * Adds the console's routes when one of its URLs is opened: guests, most visitors of the site,
 * never load them.
 */
export const patchConsoleRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (isConsolePath(path)) patch(CONSOLE_ROUTE, await consoleRoutes());
};

export async function preloadPage(path: string): Promise<void> {
  const isConsole = isConsolePath(path);
  if (isConsole || (currentSession().me && isEitherPath(path))) await loadConsoleLayout();
  const routes = isConsole ? await consoleRoutes() : siteRoutes();
  await Promise.all(
    (matchRoutes(routes, path) ?? []).map(({ route }) =>
      typeof route.lazy === "function" ? route.lazy() : undefined,
    ),
  );
}

async function consoleRoutes(): Promise<RouteObject[]> {
  return (await import("#console/app/console-routes.tsx")).consoleRoutes();
}
