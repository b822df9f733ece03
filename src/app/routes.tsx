import type { RouteObject } from "react-router";
import { RouteError } from "#web/layout/route-error.tsx";
import { CONSOLE_ROUTE } from "#app/console-paths.ts";
import { missingPage } from "#web/routes/missing-page.tsx";
import { Root } from "#app/root.tsx";
import { SiteLayout } from "#site/site-layout.tsx";
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
        {
          Component: SiteLayout,
          children: [{ ErrorBoundary: RouteError, children: [...siteRoutes(), missingPage("*")] }],
        },
        { id: CONSOLE_ROUTE, lazy: () => import("#console/app/console-layout.tsx"), children: [] },
      ],
    },
  ];
}
