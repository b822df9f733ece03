import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { CONSOLE_SCREENS } from "#console/app/console-routes.tsx";
import { SITE_SCREENS } from "#console/app/site-routes.ts";
import { routesOf } from "#console/build/route-preloads.ts";

const CONSOLE = resolve("src/console");

test("the list of addresses the server works by is the list of the modules", async () => {
  const folders = [
    ...readdirSync(resolve(CONSOLE, "resources")).map((noun) => `resources/${noun}`),
    "pages",
  ];
  const modules = folders
    .flatMap((folder) =>
      ["index.tsx", "site-module.ts", "console-module.tsx"].map((file) =>
        resolve(CONSOLE, folder, file),
      ),
    )
    .filter((file) => existsSync(file));
  const read = (await Promise.all(modules.map(routesOf))).flat();
  const inModules = [...SITE_SCREENS, ...CONSOLE_SCREENS].map(
    ({ path, access }) => `${path} ${typeof access === "object" ? access.anyOf.join(",") : access}`,
  );
  expect(read.map(({ path, access }) => `${path} ${access}`).sort()).toEqual(inModules.sort());
});
