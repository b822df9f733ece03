import type { TObject } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { addressOf, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const fieldsOf = ({ query }: Endpoint) =>
  (query as TObject | undefined)?.properties as Record<string, { enum?: string[] }> | undefined;

const lists = ALL_ENDPOINTS.filter((one) => one.method === "GET" && fieldsOf(one)?.["page"]);

/** Lists with another order, or that never grow at the beginning. */
const NOT_BY_TIME = new Set([
  "accounts.list",
  "account-users.list",
  "api-keys.list",
  "mass-arbitrate.importItems",
  "payroll-registries.items",
  "payroll-registries.compare",
  "payroll-registries.postings",
  "job-registries.items",
  "workman-registries.items",
  "workman-registration-registries.items",
  "payroll-registries.causeValues",
  "job-registries.causeValues",
  "workman-registries.causeValues",
  "workman-registration-registries.causeValues",
  "projects.list",
  "risks.labour",
  "risks.limits",
  "risks.papers",
  "webhooks.list",
  "workmen.employmentList",
  "workmen.list",
]);

test("every list ordered by a time is read as of a moment", () => {
  expect(
    lists
      .filter((one) => !fieldsOf(one)?.["before"])
      .map(({ id }) => id)
      .filter((id) => !NOT_BY_TIME.has(id)),
  ).toEqual([]);
});

test("nothing is older than the product, everything than tomorrow", async () => {
  const faults: string[] = [];
  for (const endpoint of lists.filter((one) => fieldsOf(one)?.["before"])) {
    const given = { accountID: "1", workmanID: "1" };
    const query = new URLSearchParams(
      Object.entries(given).filter(
        ([name]) => (endpoint.query as TObject).required?.includes(name) ?? false,
      ),
    );
    const total = async (before: string | null) => {
      if (before !== null) query.set("before", before);
      const { status, body } = await demo.call(
        CAST.owner,
        "GET",
        `${addressOf(endpoint, { id: 1 })}?${query.toString()}`,
      );
      return status === 200 ? (body["meta"] as { total: number }).total : `status ${status}`;
    };
    const all = await total(null);
    const found = [all, await total("2100-01-01T00:00:00Z"), await total("2000-01-01T00:00:00Z")];
    if (typeof all === "string" ? !/40[34]/.test(all) : found[1] !== all || found[2] !== 0)
      faults.push(`${endpoint.id}: ${found.join(", ")}`);
  }
  expect(faults).toEqual([]);
});

test("page 2 does not repeat page 1 when something happens between", async () => {
  const before = demo.clock.now().toISOString();
  const page = (number: number) =>
    demo.call(
      CAST.owner,
      "GET",
      `/open-api/v1/account/log?perPage=5&page=${number}&before=${encodeURIComponent(before)}`,
    );
  const first = await page(1);
  for (let i = 0; i < 5; i += 1)
    await demo.call(CAST.owner, "POST", "/open-api/v1/account/webhooks", {
      url: `https://erp.company.test/${i}`,
      events: ["payout.paid"],
    });
  const second = await page(2);
  const ids = (answer: typeof first) => answer.body.items?.map((one) => one["id"]) ?? [];
  expect(ids(first)).toHaveLength(5);
  expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
  expect((second.body["meta"] as { total: number }).total).toBe(
    (first.body["meta"] as { total: number }).total,
  );
});
