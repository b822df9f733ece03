import { useEffect, type ComponentType } from "react";
import { Navigate, useLocation, type RouteObject } from "react-router";
import type { CrumbLabels } from "#web/routes/breadcrumbs.ts";
import { RouteError } from "#web/layout/route-error.tsx";
import { useAccess } from "#web/session/access.ts";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import type { PageRoute } from "#contract/pages/page-route.ts";
import type { ScreenModule } from "#web/routes/screen-module.ts";
import { keepReturnTo, useSession } from "#web/session/session.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { missingPage } from "#web/routes/missing-page.tsx";

const SCREENS = import.meta.glob<ScreenModule>([
  "../**/*-{page,list,show,upload}.tsx",
  "!../kit/**",
]);

export const CONSOLE_CRUMBS: CrumbLabels = Object.fromEntries(
  CONSOLE_ROUTES.flatMap(({ path, crumb }) => (crumb === undefined ? [] : [[path, crumb]])),
);

/** Roots of the console's «page not found». */
const ROOTS = ["/profile", "/app/profile", "/notifications"] as const;

export function consoleRoutes(): RouteObject[] {
  return [
    {
      ErrorBoundary: RouteError,
      children: [
        ...CONSOLE_ROUTES.map((route) => ({
          path: route.path,
          handle: { crumb: route.crumb },
          lazy: async () => ({ Component: guarded(route, (await loadScreen(route)).default) }),
        })),
        ...ROOTS.map((root) => missingPage(`${root}/*`)),
      ],
    },
  ];
}

function loadScreen({ screen }: PageRoute): Promise<ScreenModule> {
  return (SCREENS[screen.replace("console/", "../")] as () => Promise<ScreenModule>)();
}

/** Guests go to sign-in; people without the right get a 403. */
function guarded(route: PageRoute, Screen: ComponentType): ComponentType {
  return function GuardedScreen() {
    const { status } = useSession();
    const access = useAccess();
    const { pathname, search } = useLocation();
    const { can, reason } = access(route.access);
    // The key remounts: record 2 never shows record 1.
    if (can) return <Screen key={pathname} />;
    if (status === "unknown") return <div className="screen-wait" aria-busy="true" />;
    if (status === "guest") return <ToSignIn address={pathname + search} />;
    return <ErrorPage status={403} advice={reason ?? undefined} />;
  };
}

function ToSignIn({ address }: { address: string }) {
  const { ended } = useSession();
  useEffect(() => keepReturnTo(address), [address]);
  // Specification §6: an expired session leads home; a guest signs in and returns.
  return <Navigate to={ended ? "/" : "/authorization"} replace />;
}
