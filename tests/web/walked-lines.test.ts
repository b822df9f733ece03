import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { isAllowed } from "#contract/access/access.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { canonicalPath } from "#app/address-rules.tsx";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { EXAMPLES } from "#tests/e2e/example-addresses.ts";
import { WALKERS } from "#tests/e2e/cast.ts";
import { MODALS } from "#tests/e2e/modals.ts";
import { specList } from "#tests/architecture/spec-list.ts";

const E2E = resolve("tests/e2e");
const SCREENS = [...SITE_ROUTES, ...CONSOLE_ROUTES];

/** Redirecting paths of the specification, with their journeys. */
const LEAD_ON: Readonly<Record<string, { readonly spec: string; readonly words: string }>> = {
  "/login": { spec: "registration.spec.ts", words: 'goto("/login")' },
};

/** An example URL. */
function addressOf(path: string): string {
  return canonicalPath(
    path
      .replace("{id?}", "1")
      .replace("{id}", "1")
      .replace("old-*", "old-1")
      .replace("{prefix}", "customer")
      .replace("{serviceGroup}", "warehouse")
      .replace("{service}", "loading"),
  );
}

const routeOf = (address: string) =>
  SCREENS.find(({ path, accepts }) => {
    const match = matchPath(path, address);
    return match !== null && (accepts?.(match.params) ?? true);
  });

test.each(specList("routes").map(({ path = "" }) => path))(
  "%s is a screen that the walking suite opens as somebody",
  (path) => {
    const leadsOn = LEAD_ON[path];
    if (leadsOn)
      return expect(readFileSync(resolve(E2E, leadsOn.spec), "utf8")).toContain(leadsOn.words);
    const route = routeOf(addressOf(path));
    expect(route, "no screen answers it").toBeDefined();
    // `walk-screens.spec.ts` opens every route for each permitted walker.
    expect(WALKERS.some(({ caller }) => isAllowed(route?.access ?? "public", caller))).toBe(true);
    if (route?.path.includes(":")) expect(Object.keys(EXAMPLES)).toContain(route.path);
  },
);

test("every modal of the specification is opened by the walk or by a journey", () => {
  expect(Object.keys(MODALS).sort()).toEqual(
    specList("modals")
      .map(({ name = "" }) => name)
      .sort(),
  );
  const lost = Object.entries(MODALS).flatMap(([name, way]) => {
    if (!("spec" in way)) return [];
    const spec = resolve(E2E, way.spec);
    return existsSync(spec) && readFileSync(spec, "utf8").includes(way.words)
      ? []
      : [`${name}: ${way.spec} has no «${way.words}»`];
  });
  expect(lost).toEqual([]);
});

test("every notice of the specification is on the sheets that the journey of notices looks through", () => {
  const shown = new Set(Object.values(NOTICE_TYPES).map(({ event }) => event));
  const missing = specList("notices")
    .map(({ event = "" }) => event)
    .filter((event) => !shown.has(event as never));
  // These two are no types: the journey sends them too.
  expect(missing).toEqual(["unknown type", "missing data"]);
  expect(readFileSync(resolve(E2E, "notices.spec.ts"), "utf8")).toContain(
    'for (const name of [...names, "unknown", "broken"])',
  );
});
