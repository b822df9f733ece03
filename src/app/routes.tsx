import type { RouteObject } from "react-router";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { RouteError } from "#web/layout/route-error.tsx";
import { CONSOLE_ROUTE } from "#app/console-paths.ts";
import { FrameLayout, loadConsoleLayout, type FrameHandle } from "#app/frame-layout.tsx";
import { missingPage } from "#web/routes/missing-page.tsx";
import { currentSession } from "#web/session/session.ts";
import { Root } from "#app/root.tsx";
import { siteRoutes } from "#site/site-routes.ts";

/**
 * Routes of server and browser. Those of the console are added on its first URL: see
 * `patchConsoleRoutes`.
 */
export function appRoutes(): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: RouteError,
      children: [
        framed("site", [
          ...siteRoutes(SITE_ROUTES.filter((route) => !route.inConsole)),
          missingPage("*"),
        ]),
        {
          ...framed("either", siteRoutes(SITE_ROUTES.filter((route) => route.inConsole))),
          // With the page, or the frame would change under a person who comes from the site.
          loader: async () => {
            if (currentSession().me) await loadConsoleLayout();
            return null;
          },
        },
        {
          id: CONSOLE_ROUTE,
          handle: { frame: "console" } satisfies FrameHandle,
          lazy: async () => {
            await loadConsoleLayout();
            return { Component: FrameLayout };
          },
          children: [],
        },
      ],
    },
  ];
}

function framed(frame: FrameHandle["frame"], children: RouteObject[]): RouteObject {
  return {
    handle: { frame } satisfies FrameHandle,
    Component: FrameLayout,
    children: [{ ErrorBoundary: RouteError, children }],
  };
}
