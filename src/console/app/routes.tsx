import { findRoute, LIGHT_ROUTES, prefetchLightScreen } from "./light-routes.tsx";

/**
 * The console is two worlds behind one router. The light one is public pages and sign-in; the cabinet adds Refine and, for screens that need it,
 * Ant Design. First path segments of the cabinet; every other address without a light page does not exist.
 */
const CABINET_ROOTS = ["profile", "notifications", "jobs", "workmans", "accounts"] as const;

/** The cabinet is one chunk with its doors; screens follow one by one. */
export const loadCabinet = () => import("./cabinet.tsx");

export function isCabinetAddress(pathname: string): boolean {
  const first = pathname.split("/")[1]?.toLowerCase() ?? "";
  return (CABINET_ROOTS as readonly string[]).includes(first) && !findRoute(LIGHT_ROUTES, pathname);
}

/** Begins to load what an address will show. */
export function prefetchScreen(pathname: string): void {
  if (findRoute(LIGHT_ROUTES, pathname)) prefetchLightScreen(pathname);
  else if (isCabinetAddress(pathname))
    loadCabinet()
      .then(({ prefetchCabinetScreen }) => prefetchCabinetScreen(pathname))
      .catch(() => undefined);
}
