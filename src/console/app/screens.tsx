import { lazy, Suspense, useEffect, type ComponentType, type LazyExoticComponent } from "react";
import { Navigate, useLocation } from "react-router";
import { ErrorPage } from "#console/ui/error-page.tsx";
import type { ScreenModule, ScreenRoute } from "#console/providers/door.ts";
import { useAccess } from "#console/providers/access.ts";
import { keepReturnTo, useSession } from "#console/providers/session.ts";
import { startProgress } from "#console/ui/progress.ts";

const screens = new Map<ScreenModule, LazyExoticComponent<ComponentType>>();

/** The screen of a route behind its guard: guests sign in first, people without the right are told whom to ask. */
export function GuardedScreen({ route }: { route: ScreenRoute }) {
  const { status } = useSession();
  const access = useAccess();
  const { pathname, search } = useLocation();
  const { can, reason } = access(route.access);
  if (!can && status === "unknown") return <ScreenWait />;
  if (!can && status === "guest") return <ToSignIn address={pathname + search} />;
  if (!can) return <ErrorPage status={403} advice={reason ?? undefined} />;
  const Screen = screenOf(route.screen);
  // A key per address: switching from record 1 to 2 mounts anew instead of showing record 1 for a moment, and a screen that is still
  // loading shows its place at once instead of leaving the old page there.
  return (
    <Suspense key={pathname} fallback={<ScreenWait />}>
      <Screen />
    </Suspense>
  );
}

/** Stands where the screen will: keeps the footer from jumping and runs the progress bar. */
export function ScreenWait() {
  useEffect(() => {
    const finish = startProgress();
    return () => finish();
  }, []);
  return <div className="screen-wait" aria-busy="true" />;
}

function ToSignIn({ address }: { address: string }) {
  const { hasExpired } = useSession();
  useEffect(() => keepReturnTo(address), [address]);
  // A session that ended leads home (specification §6); a guest who asked for a private page signs in and comes back to it.
  return <Navigate to={hasExpired ? "/" : "/authorization"} replace />;
}

function screenOf(load: ScreenModule): LazyExoticComponent<ComponentType> {
  let screen = screens.get(load);
  if (!screen) {
    screen = lazy(load);
    screens.set(load, screen);
  }
  return screen;
}
