import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { expect, test } from "./fixtures.ts";

test("every address of the console is served as a page, not as a missing one", async ({
  request,
}) => {
  const paths = CONSOLE_ROUTES.map(({ path }) => path).filter(
    (path) => /^\/(profile|app\/profile|notifications)/.test(path) && !path.includes(":"),
  );
  expect(paths.length).toBeGreaterThan(30);
  const statuses = await Promise.all(
    paths.map(async (path) => `${path} ${(await request.get(path)).status()}`),
  );
  expect(statuses.filter((one) => !one.endsWith(" 200"))).toEqual([]);
});
