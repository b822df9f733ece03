import { expect, test } from "vitest";
import { findRoute, LIGHT_ROUTES, paramsOf } from "#console/app/light-routes.tsx";
import { isCabinetAddress } from "#console/app/routes.tsx";
import { matchAddress } from "#console/providers/address-pattern.ts";
import type { AnyPublicPage } from "#console/providers/page-module.ts";
import { pageReader } from "#tests/support/page-reader.ts";
import { aPage, aPublicAccount, aPublicJob, DIRECTORIES } from "#tests/support/public-records.ts";

test.each([
  ["/jobs", "/jobs", {}],
  ["/jobs/services", "/jobs/services", {}],
  ["/jobs/15", "/jobs/:id", { id: "15" }],
  ["/jobs/15-2", "/jobs/:id", { id: "15-2" }],
  ["/jobs/events", "/jobs/:group", { group: "events" }],
  ["/jobs/group-2", "/jobs/:group", { group: "group-2" }],
  ["/jobs/events/promoter", "/jobs/:group/:service", { group: "events", service: "promoter" }],
  ["/workmans/4", "/workmans/:id", { id: "4" }],
  ["/accounts", "/accounts", {}],
])("%s is the page %s", (address, path, params) => {
  const route = findRoute(LIGHT_ROUTES, address);
  expect(route?.path).toBe(path);
  expect(route && paramsOf(route, address)).toEqual(params);
  expect(isCabinetAddress(address)).toBe(false);
});

test.each(["/jobs/create", "/jobs/customer", "/jobs/workman", "/jobs/customer/events", "/jobs/workman/events", "/jobs/workman/events/promoter", "/jobs/services/more", "/jobs/a_b", "/jobs/%D0%B7-000015"])(
  "%s is left to the cabinet",
  (address) => {
    expect(findRoute(LIGHT_ROUTES, address)).toBeUndefined();
    expect(isCabinetAddress(address)).toBe(true);
  },
);

test("a link to a reserved word is not taken for a group", () => {
  expect(LIGHT_ROUTES.some((route) => matchAddress(route, "/jobs/create") !== null)).toBe(false);
});

test("the sitemap names groups, services with jobs, published jobs and customers, no workers", async () => {
  const { read } = pageReader({ ...DIRECTORIES, "/client-api/job/list": (query: URLSearchParams) => aPage([aPublicJob({ id: Number(query.get("page")) })], { total: 150, perPage: 100 }), "/client-api/account/list": aPage([aPublicAccount()]) });
  const lists = await Promise.all(
    LIGHT_ROUTES.filter(({ path }) => /^\/(jobs|workmans|accounts)\/:/.test(path)).map(async (route) => (await route.screen() as { page?: AnyPublicPage }).page?.listAddresses?.(read) ?? []),
  );
  expect([...new Set(lists.flat())].sort()).toEqual(["/accounts/3", "/jobs/1", "/jobs/2", "/jobs/events", "/jobs/events/promoter", "/jobs/it"]);
});
