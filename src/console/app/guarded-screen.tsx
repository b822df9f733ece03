import { useEffect } from "react";
import { Navigate, useLocation } from "#console/providers/navigation.tsx";
import { useAccess } from "#console/providers/access.ts";
import type { ScreenRoute } from "#console/providers/door.ts";
import { keepReturnTo, useSession } from "#console/providers/session.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { Screen, ScreenWait } from "./screens.tsx";

/** The screen of a cabinet route behind its guard: guests sign in first, people without the right are told whom to ask. */
export function GuardedScreen({ route }: { route: ScreenRoute }) {
  const { status } = useSession();
  const access = useAccess();
  const { pathname, search } = useLocation();
  const { can, reason } = access(route.access);
  if (can) return <Screen load={route.screen} />;
  if (status === "unknown") return <ScreenWait />;
  if (status === "guest") return <ToSignIn address={pathname + search} />;
  return <ErrorPage status={403} advice={reason ?? undefined} />;
}

function ToSignIn({ address }: { address: string }) {
  const { hasExpired } = useSession();
  useEffect(() => keepReturnTo(address), [address]);
  // A session that ended leads home (specification §6); a guest who asked for a private page signs in and comes back to it.
  return <Navigate to={hasExpired ? "/" : "/authorization"} replace />;
}
