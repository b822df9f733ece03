import { lazyPart } from "./lazy-part.ts";
import { findRoute, LIGHT_ROUTES, prefetchLightScreen } from "./light-routes.tsx";

/**
 * The console is two worlds behind one router. The light one is public pages and sign-in; the cabinet adds Refine and, for screens that need it,
 * Ant Design. First path segments of the cabinet; every other address without a light page does not exist.
 */
const CABINET_ROOTS = ["app", "profile", "notifications", "jobs", "workmans", "accounts"] as const;

/** The cabinet is one chunk with its doors; screens follow one by one. */
export const cabinet = lazyPart(async () => {
  const { default: Cabinet, prefetchCabinetScreen } = await import("./cabinet.tsx");
  prefetchInside = prefetchCabinetScreen;
  return { default: Cabinet };
});
let prefetchInside: (pathname: string) => Promise<void> = async () => undefined;

export function isCabinetAddress(pathname: string): boolean {
  const first = pathname.split("/")[1]?.toLowerCase() ?? "";
  return (CABINET_ROOTS as readonly string[]).includes(first) && !findRoute(LIGHT_ROUTES, pathname);
}

/** Loads what an address will show; ends when all of it is there. Never fails. */
export async function prefetchScreen(pathname: string): Promise<void> {
  if (findRoute(LIGHT_ROUTES, pathname)) return prefetchLightScreen(pathname);
  if (!isCabinetAddress(pathname)) return;
  await cabinet
    .load()
    .then(() => prefetchInside(pathname))
    .catch(() => undefined);
}
