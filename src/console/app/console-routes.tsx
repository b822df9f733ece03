import { useEffect, type ComponentType } from "react";
import { Navigate, useLocation, type RouteObject } from "react-router";
import type { CrumbLabels } from "#console/layout/breadcrumbs.ts";
import { RouteError } from "#console/layout/route-error.tsx";
import { useAccess } from "#console/providers/access.ts";
import type { ScreenRoute } from "#console/providers/module.ts";
import { keepReturnTo, useSession } from "#console/providers/session.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { CONSOLE_MODULES } from "./console-modules.ts";
import { missingPage } from "./missing-page.tsx";

export const CONSOLE_SCREENS: readonly ScreenRoute[] = CONSOLE_MODULES.flatMap((one) => one.routes);

/** Names of the trail that stand beside their routes. */
export const CONSOLE_CRUMBS: CrumbLabels = Object.fromEntries(
  CONSOLE_SCREENS.flatMap(({ path, crumb }) => (crumb === undefined ? [] : [[path, crumb]])),
);

/** First parts of addresses below which every unknown address is a missing page of the console. */
const ROOTS = ["/profile", "/app/profile", "/notifications"] as const;

/** Routes of the console's screens, each behind its guard. */
export function consoleRoutes(): RouteObject[] {
  return [
    {
      ErrorBoundary: RouteError,
      children: [
        ...CONSOLE_SCREENS.map((screen) => ({
          path: screen.path,
          handle: { crumb: screen.crumb },
          lazy: async () => ({ Component: guarded(screen, (await screen.screen()).default) }),
        })),
        ...ROOTS.map((root) => missingPage(`${root}/*`)),
      ],
    },
  ];
}

/**
 * The screen behind its guard: guests sign in first, people without the right are told whom to ask.
 */
function guarded(route: ScreenRoute, Screen: ComponentType): ComponentType {
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
