import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "./fixtures.ts";

test("every address of the console is served as a page, not as a missing one", async ({
  request,
}) => {
  const routes = JSON.parse(readFileSync(resolve("dist/console/route-preloads.json"), "utf8")) as {
    path: string;
  }[];
  const paths = routes
    .map(({ path }) => path)
    .filter((path) => /^\/(profile|app\/profile|notifications)/.test(path) && !path.includes(":"));
  expect(paths.length).toBeGreaterThan(30);
  const statuses = await Promise.all(
    paths.map(async (path) => `${path} ${(await request.get(path)).status()}`),
  );
  expect(statuses.filter((one) => !one.endsWith(" 200"))).toEqual([]);
});
