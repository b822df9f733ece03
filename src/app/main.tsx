import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  matchRoutes,
  type HydrationState,
  type RouteObject,
} from "react-router";
// The browser's provider: it can flush an update at once; that of `react-router` draws anywhere.
import { RouterProvider } from "react-router-dom";
import { isEitherPath, patchConsoleRoutes } from "#app/console-paths.ts";
import { loadConsoleLayout } from "#app/frame-layout.tsx";
import { readPageSeed } from "#app/page-seed.ts";
import { appRoutes } from "#app/routes.tsx";
import { reloadOnLostChunk } from "#site/layout/lost-chunk.ts";
import { loadConsoleConfig, setConsoleConfig } from "#web/wire/console-config.ts";
import { setDrawnFor, startSession, type Session } from "#web/session/session.ts";
import { startTheme } from "#web/theme/theme.ts";
import "#web/theme/theme.css";

/**
 * Longest wait for the session before the first page; meanwhile the page shows the HTML as sent.
 */
const SESSION_WAIT_MS = 3000;

startTheme();
reloadOnLostChunk();
const root = document.getElementById("root");
const seed = readPageSeed();
if (seed) {
  setConsoleConfig(seed.config);
  setDrawnFor(seed.me);
}
if (root && seed?.hydrationData) void hydrate(root, seed.hydrationData, seed.me !== null);
else if (root) void draw(root);

/**
 * Hydrates the server's page: the same routes over the same markup, with the data the server read.
 */
async function hydrate(
  element: HTMLElement,
  hydrationData: HydrationState,
  isOfPerson: boolean,
): Promise<void> {
  const session = startSession().catch(() => undefined);
  // The server has not known the person: his cookie was not sent. His frame is another one.
  if (!isOfPerson && isEitherPath(location.pathname) && (await session)?.me) return draw(element);
  const routes = appRoutes();
  await loadMatched(routes);
  const router = createBrowserRouter(routes, {
    hydrationData,
    patchRoutesOnNavigation: patchConsoleRoutes,
  });
  // A transition, so that hydrating the visible page does not block input.
  startTransition(() => {
    hydrateRoot(element, <RouterProvider router={router} />);
  });
}

/**
 * Renders a page the server did not, once and complete: screen, configuration and session load in
 * parallel.
 */
async function draw(element: HTMLElement): Promise<void> {
  await loadConsoleConfig();
  const session = startSession().then(loadFrame, () => undefined);
  const router = createBrowserRouter(appRoutes(), { patchRoutesOnNavigation: patchConsoleRoutes });
  const isInitialized = new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe((state) => state.initialized && resolve());
  });
  const limit = new Promise((resolve) => setTimeout(resolve, SESSION_WAIT_MS));
  await Promise.all([isInitialized, Promise.race([session, limit])]);
  createRoot(element).render(<RouterProvider router={router} />);
}

async function loadFrame({ me }: Session): Promise<void> {
  if (me && isEitherPath(location.pathname)) await loadConsoleLayout();
}

/**
 * Loads the lazy routes of this page, as hydration requires: see «Data Mode» in React Router's
 * documentation.
 */
async function loadMatched(routes: RouteObject[]): Promise<void> {
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy === "function")
        Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
