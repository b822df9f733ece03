import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CABINET_DOORS } from "#console/app/cabinet-doors.ts";
import { LIGHT_ROUTES } from "#console/app/light-routes.tsx";
import { routesOf } from "#console/build/route-preloads.ts";

const CONSOLE = resolve("src/console");

test("the list of addresses the server works by is the list of the doors", async () => {
  const doors = [...readdirSync(resolve(CONSOLE, "resources")).map((noun) => `resources/${noun}`), "pages"].map((folder) => resolve(CONSOLE, folder, "index.tsx"));
  const read = (await Promise.all(doors.map(routesOf))).flat();
  const routes = [...LIGHT_ROUTES, ...CABINET_DOORS.flatMap((door) => door.routes)];
  expect(read.map(({ path }) => path).sort()).toEqual(routes.map(({ path }) => path).sort());
  const cabinetLooks = read.filter(({ path }) => !LIGHT_ROUTES.some((one) => one.path === path)).map(({ path, isLight }) => [path, isLight]);
  expect(cabinetLooks.sort()).toEqual(CABINET_DOORS.flatMap((door) => door.routes.map(({ path, look }) => [path, look === "light"])).sort());
});
