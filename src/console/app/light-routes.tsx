import { matchAddress } from "#console/providers/address-pattern.ts";
import type { Door, ScreenRoute } from "#console/providers/door.ts";
import type { PageAddress } from "#console/providers/page-module.ts";
import { pagesDoor } from "#console/pages/index.tsx";
import { authDoor } from "#console/resources/auth/index.tsx";
import { publicAccountsDoor } from "#console/resources/accounts/public-door.ts";
import { publicJobsDoor } from "#console/resources/jobs/public-door.ts";
import { sandboxDoor } from "#console/resources/sandbox/index.tsx";
import { loadScreen } from "./screens.tsx";
import { publicWorkmenDoor } from "#console/resources/workmen/public-door.ts";

/** Doors of the light world: their screens use React and our own styles, nothing else. */
const LIGHT_DOORS: readonly Door[] = [pagesDoor, authDoor, publicJobsDoor, publicWorkmenDoor, publicAccountsDoor, sandboxDoor];

export const LIGHT_ROUTES: readonly ScreenRoute[] = LIGHT_DOORS.flatMap((door) => door.routes);

/** The route of an address; of two that match, the one with fewer parameters: `/jobs/services` before `/jobs/:id`. */
export function findRoute(routes: readonly ScreenRoute[], pathname: string): ScreenRoute | undefined {
  const found = routes.filter((route) => matchAddress(route, pathname) !== null);
  return found.sort((one, other) => parameterCount(one) - parameterCount(other))[0];
}

const parameterCount = ({ path }: ScreenRoute) => path.split("/:").length;

/** Values of `:name` in the route's pattern. */
export function paramsOf(route: ScreenRoute, pathname: string): Record<string, string> {
  return matchAddress(route, pathname) ?? {};
}

/** What a page of this route is told of its address; without a route there are no parameters. */
export function pageAddress(route: ScreenRoute | undefined, path: string, search: string, origin: string): PageAddress {
  return { path, params: route ? paramsOf(route, path) : {}, query: new URLSearchParams(search), origin };
}

/** Loads a light screen ahead. Never fails: a chunk that is gone is dealt with when it is really needed. */
export async function prefetchLightScreen(pathname: string): Promise<void> {
  const route = findRoute(LIGHT_ROUTES, pathname);
  if (route) await loadScreen(route.screen).catch(() => undefined);
}
