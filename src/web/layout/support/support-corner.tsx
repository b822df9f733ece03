import { lazy, Suspense } from "react";
import { useLocation } from "react-router";
import { useIdle } from "#web/live/use-idle.ts";

const SupportWidget = lazy(async () => ({
  default: (await import("./support-widget.tsx")).SupportWidget,
}));
/** The widget would cover forms. */
const QUIET_PAGES =
  /^\/(app\/)?(authorization|login|registration|registration-opf|workman-invite|workman-registry-invite|workman-registry-registration)(\/|$)/;

export function SupportCorner() {
  const isIdle = useIdle();
  const { pathname } = useLocation();
  return isIdle && !QUIET_PAGES.test(pathname) ? (
    <Suspense>
      <SupportWidget pathname={pathname} />
    </Suspense>
  ) : null;
}
