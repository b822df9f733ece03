import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { CONSOLE_ROUTES } from "#contract/pages/console-routes.ts";
import { isConsolePath } from "#app/console-paths.ts";
import { SITE_ROUTES } from "#contract/pages/site-routes.ts";
import { loadSiteScreen } from "#site/site-routes.ts";
import { pageReader } from "#tests/support/page-reader.ts";
import { aPage, aPublicAccount, aPublicJob, DIRECTORIES } from "#tests/support/public-records.ts";

function siteMatch(address: string) {
  const match = matchRoutes(
    SITE_ROUTES.map((screen) => ({ ...screen })),
    address,
  )?.at(-1);
  return match && (match.route.accepts?.(match.params) ?? true)
    ? { path: match.route.path, params: match.params }
    : null;
}

test.each([
  ["/jobs", "/jobs", {}],
  ["/jobs/services", "/jobs/services", {}],
  ["/jobs/15", "/jobs/:key", { key: "15" }],
  ["/jobs/15-2", "/jobs/:key", { key: "15-2" }],
  ["/jobs/events", "/jobs/:key", { key: "events" }],
  ["/jobs/group-2", "/jobs/:key", { key: "group-2" }],
  ["/jobs/events/promoter", "/jobs/:group/:service", { group: "events", service: "promoter" }],
  ["/workmans/4", "/workmans/:id", { id: "4" }],
  ["/accounts", "/accounts", {}],
])("%s is the page %s of the site", (address, path, params) => {
  expect(siteMatch(address)).toEqual({ path, params });
  expect(isConsolePath(address)).toBe(false);
});

test.each([
  "/jobs/create",
  "/jobs/customer",
  "/jobs/workman",
  "/jobs/customer/events",
  "/jobs/workman/events",
  "/jobs/workman/events/promoter",
])("%s is left to the console", (address) => {
  expect(siteMatch(address)).toBeNull();
  expect(isConsolePath(address)).toBe(true);
});

test.each(["/jobs/services/more", "/jobs/a_b", "/jobs/%D0%B7-000015"])(
  "%s is no page at all",
  (address) => {
    expect(siteMatch(address)).toBeNull();
    expect(isConsolePath(address)).toBe(false);
  },
);

test("every address of the console is known to be one before its routes are loaded", () => {
  expect(CONSOLE_ROUTES.filter(({ path }) => !isConsolePath(path))).toEqual([]);
});

test("the sitemap names groups, services with jobs, published jobs and customers, no workers", async () => {
  const { read } = pageReader({
    ...DIRECTORIES,
    "/client-api/job/list": (query: URLSearchParams) =>
      aPage([aPublicJob({ id: Number(query.get("page")) })], { total: 150, perPage: 100 }),
    "/client-api/account/list": aPage([aPublicAccount()]),
  });
  const lists = await Promise.all(
    SITE_ROUTES.filter(({ path }) => /^\/(jobs|workmans|accounts)(\/:|$)/.test(path)).map(
      async (route) => (await loadSiteScreen(route)).page?.listAddresses?.(read) ?? [],
    ),
  );
  const entries = lists.flat();
  expect(
    [...new Set(entries.map((one) => (typeof one === "string" ? one : one.path)))].sort(),
  ).toEqual([
    "/accounts/3",
    "/jobs/1",
    "/jobs/2",
    "/jobs/events",
    "/jobs/events/promoter",
    "/jobs/it",
  ]);
  // Day of publication in Moscow.
  expect(entries).toContainEqual({ path: "/jobs/1", changedOn: "2026-11-20" });
});
