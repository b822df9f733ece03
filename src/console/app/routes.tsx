import { matchPath } from "react-router";
import type { Door, ScreenRoute } from "#console/providers/door.ts";
import { pagesDoor } from "#console/pages/index.tsx";
import { authDoor } from "#console/resources/auth/index.tsx";
import { sandboxDoor } from "#console/resources/sandbox/index.tsx";

/**
 * The console is two worlds behind one router. The light one is public pages and sign-in: React, the router and our own styles.
 * The cabinet adds Refine and, for screens that need it, Ant Design; its doors are collected in `cabinet-doors.ts`.
 */
const LIGHT_DOORS: readonly Door[] = [pagesDoor, authDoor, sandboxDoor];

export const LIGHT_ROUTES: readonly ScreenRoute[] = LIGHT_DOORS.flatMap((door) => door.routes);

/** First path segments that belong to the cabinet; every other address without a light page does not exist. */
const CABINET_ROOTS = ["profile", "notifications", "jobs", "workmans", "accounts"] as const;

/** The cabinet is one chunk with its doors; screens follow one by one. */
export const loadCabinet = () => import("./cabinet.tsx");

export function isCabinetAddress(pathname: string): boolean {
  const first = pathname.split("/")[1]?.toLowerCase() ?? "";
  return (CABINET_ROOTS as readonly string[]).includes(first);
}

export function findRoute(routes: readonly ScreenRoute[], pathname: string): ScreenRoute | undefined {
  return routes.find((route) => matchPath(route.path, pathname) !== null);
}

/** Begins to load what an address will show. Never fails: a chunk that is gone is dealt with when it is really needed. */
export function prefetchScreen(pathname: string): void {
  const light = findRoute(LIGHT_ROUTES, pathname);
  if (light) void light.screen().catch(() => undefined);
  else if (isCabinetAddress(pathname)) void loadCabinet().then(({ prefetchCabinetScreen }) => prefetchCabinetScreen(pathname)).catch(() => undefined);
}
