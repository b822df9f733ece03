import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CABINET_DOORS } from "#console/app/cabinet-doors.ts";
import { LIGHT_ROUTES } from "#console/app/light-routes.tsx";
import { routesOf } from "#console/build/route-preloads.ts";

const CONSOLE = resolve("src/console");

test("the list of addresses the server works by is the list of the doors", async () => {
  const folders = [...readdirSync(resolve(CONSOLE, "resources")).map((noun) => `resources/${noun}`), "pages"];
  const doors = folders.flatMap((folder) => ["index.tsx", "public-door.ts"].map((door) => resolve(CONSOLE, folder, door))).filter((door) => existsSync(door));
  const read = (await Promise.all(doors.map(routesOf))).flat();
  const routes = [...LIGHT_ROUTES, ...CABINET_DOORS.flatMap((door) => door.routes)];
  const named = (route: { path: string; accepts?: string }) => [route.path, route.accepts ?? ""].join(" ");
  expect(read.map(named).sort()).toEqual(routes.map(named).sort());
  const cabinetLooks = read.filter(({ path }) => !LIGHT_ROUTES.some((one) => one.path === path)).map(({ path, isLight }) => [path, isLight]);
  expect(cabinetLooks.sort()).toEqual(CABINET_DOORS.flatMap((door) => door.routes.map(({ path, look }) => [path, look === "light"])).sort());
});
