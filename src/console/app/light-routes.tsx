import { matchPath } from "react-router";
import type { Door, ScreenRoute } from "#console/providers/door.ts";
import { pagesDoor } from "#console/pages/index.tsx";
import { authDoor } from "#console/resources/auth/index.tsx";
import { sandboxDoor } from "#console/resources/sandbox/index.tsx";

/** Doors of the light world: their screens use React, the router and our own styles, nothing else. */
const LIGHT_DOORS: readonly Door[] = [pagesDoor, authDoor, sandboxDoor];

export const LIGHT_ROUTES: readonly ScreenRoute[] = LIGHT_DOORS.flatMap((door) => door.routes);

export function findRoute(routes: readonly ScreenRoute[], pathname: string): ScreenRoute | undefined {
  return routes.find((route) => matchPath(route.path, pathname) !== null);
}

/** Begins to load a light screen. Never fails: a chunk that is gone is dealt with when it is really needed. */
export function prefetchLightScreen(pathname: string): void {
  void findRoute(LIGHT_ROUTES, pathname)
    ?.screen()
    .catch(() => undefined);
}
