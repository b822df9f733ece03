import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  matchRoutes,
  type HydrationState,
  type RouteObject,
} from "react-router";
import { RouterProvider } from "react-router-dom";
import { patchConsoleRoutes } from "#app/console-paths.ts";
import { readPageSeed } from "#app/page-seed.ts";
import { appRoutes } from "#app/routes.tsx";
import { reloadOnLostChunk } from "#site/layout/lost-chunk.ts";
import { loadConsoleConfig, setConsoleConfig } from "#web/wire/console-config.ts";
import { startSession } from "#web/session/session.ts";
import { startTheme } from "#web/theme/theme.ts";
import "#web/theme/theme.css";

/**
 * Longest wait for the session before the first page: what stands there meanwhile is the page as it
 * was sent.
 */
const SESSION_WAIT_MS = 3000;

startTheme();
reloadOnLostChunk();
const root = document.getElementById("root");
const seed = readPageSeed();
if (root && seed?.hydrationData) void hydrate(root, seed.hydrationData);
else if (root) void draw(root);

/**
 * Makes the server's page interactive: the same routes over the same markup, with the data the
 * server has read.
 */
async function hydrate(element: HTMLElement, hydrationData: HydrationState): Promise<void> {
  if (seed) setConsoleConfig(seed.config);
  const routes = appRoutes();
  await loadMatched(routes);
  const router = createBrowserRouter(routes, {
    hydrationData,
    patchRoutesOnNavigation: patchConsoleRoutes,
  });
  // As a transition: the page is already there, so nothing a person does has to wait for the whole
  // of it.
  startTransition(() => {
    hydrateRoot(element, <RouterProvider router={router} />);
  });
  await startSession().catch(() => undefined);
}

/**
 * Draws a page nobody has drawn yet, once, whole: the screen, the configuration and the session
 * load side by side.
 */
async function draw(element: HTMLElement): Promise<void> {
  await loadConsoleConfig();
  const session = startSession().catch(() => undefined);
  const router = createBrowserRouter(appRoutes(), { patchRoutesOnNavigation: patchConsoleRoutes });
  const isInitialized = new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    else router.subscribe((state) => state.initialized && resolve());
  });
  const limit = new Promise((resolve) => setTimeout(resolve, SESSION_WAIT_MS));
  await Promise.all([isInitialized, Promise.race([session, limit])]);
  createRoot(element).render(<RouterProvider router={router} />);
}

/**
 * Hydration begins with the files of the page at hand: see «Data Mode» in React Router's
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
