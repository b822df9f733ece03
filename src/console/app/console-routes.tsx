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

const SCREENS = import.meta.glob<ScreenModule>("../**/*-{page,list,show,upload}.tsx");

/** Names of the trail that stand beside their routes. */
export const CONSOLE_CRUMBS: CrumbLabels = Object.fromEntries(
  CONSOLE_ROUTES.flatMap(({ path, crumb }) => (crumb === undefined ? [] : [[path, crumb]])),
);

/** First parts of addresses below which every unknown address is a missing page of the console. */
const ROOTS = ["/profile", "/app/profile", "/notifications"] as const;

/** Routes of the console's screens, each behind its guard. */
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

/** The file of a screen; a test makes sure that every route has one. */
function loadScreen({ screen }: PageRoute): Promise<ScreenModule> {
  return (SCREENS[screen.replace("console/", "../")] as () => Promise<ScreenModule>)();
}

/**
 * The screen behind its guard: guests sign in first, people without the right are told whom to ask.
 */
function guarded(route: PageRoute, Screen: ComponentType): ComponentType {
  return function GuardedScreen() {
    const { status } = useSession();
    const access = useAccess();
    const { pathname, search } = useLocation();
    const { can, reason } = access(route.access);
    // A key per address: switching from record 1 to 2 mounts anew instead of showing record 1 for a
    // moment.
    if (can) return <Screen key={pathname} />;
    if (status === "unknown") return <div className="screen-wait" aria-busy="true" />;
    if (status === "guest") return <ToSignIn address={pathname + search} />;
    return <ErrorPage status={403} advice={reason ?? undefined} />;
  };
}

function ToSignIn({ address }: { address: string }) {
  const { hasExpired } = useSession();
  useEffect(() => keepReturnTo(address), [address]);
  // A session that ended leads home (specification §6); a guest who asked for a private page signs
  // in and comes back to it.
  return <Navigate to={hasExpired ? "/" : "/authorization"} replace />;
}
