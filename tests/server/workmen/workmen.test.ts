import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

test("a guest's catalogue names nobody by last name, phone or INN", async () => {
  const { body } = await demo.call(null, "GET", "/client-api/workman/list?perPage=100");
  expect(body.items?.length).toBeGreaterThan(40);
  for (const one of body.items ?? []) expect(one["name"]).toMatch(/^\S+ \S\.$/u);
  expect(JSON.stringify(body)).not.toMatch(/790000001|\d{12}/);
  expect(
    (
      await demo.call(
        null,
        "GET",
        `/client-api/workman/list?search=${encodeURIComponent("Смирнов")}`,
      )
    ).body.items,
  ).toEqual([]);
  expect(
    (
      await demo.call(
        CAST.owner,
        "GET",
        `/client-api/workman/list?search=${encodeURIComponent("Смирнов Алексей")}`,
      )
    ).body.items,
  ).toMatchObject([{ name: "Смирнов Алексей", employeeID: expect.any(Number) }]);
});

test("only active workers have a page", async () => {
  const { rows } = await demo.database.pool.query<{ id: number; state: string }>(
    "SELECT id, state FROM workmen WHERE state IN ('ACTIVE', 'BLOCKED', 'DRAFT')",
  );
  const of = (state: string) => rows.find((row) => row.state === state)?.id;
  expect(
    (await demo.call(null, "GET", `/client-api/workman/info?workmanID=${of("ACTIVE")}`)).status,
  ).toBe(200);
  expect(
    (await demo.call(null, "GET", `/client-api/workman/info?workmanID=${of("BLOCKED")}`)).status,
  ).toBe(404);
  expect(
    (await demo.call(null, "GET", `/client-api/workman/info?workmanID=${of("DRAFT")}`)).status,
  ).toBe(404);
});

test("the catalogue is narrowed by service and city", async () => {
  const city = (
    await demo.call(null, "GET", `/client-api/city/list?search=${encodeURIComponent("Тольятти")}`)
  ).body.items?.[0]?.["id"];
  const all = (await demo.call(null, "GET", "/client-api/workman/list")).body["meta"] as {
    total: number;
  };
  const narrowed = (await demo.call(null, "GET", `/client-api/workman/list?cityID=${city}`)).body[
    "meta"
  ] as { total: number };
  expect(narrowed.total).toBeLessThan(all.total);
});

test("a worker reads his own profile and the customers he works with", async () => {
  const mine = await demo.call(CAST.workman, "GET", "/client-api/workman/my-info");
  expect(mine.body).toMatchObject({
    name: "Смирнов Алексей Дмитриевич",
    state: { id: "ACTIVE" },
    smzState: { id: "OK" },
    currentStep: null,
    hasPaymentDetails: true,
    permissions: { createJobOffer: true },
  });
  expect((await demo.call("79000000102", "GET", "/client-api/workman/my-info")).body).toMatchObject(
    {
      state: { id: "DRAFT" },
      currentStep: 0,
      firstName: null,
      permissions: { createJobOffer: false },
    },
  );
  const ties =
    (await demo.call(CAST.workman, "GET", "/client-api/employment/by-workman/list")).body.items ??
    [];
  expect(
    ties.map((one) => (one["account"] as { companyDetailsName: string }).companyDetailsName).sort(),
  ).toEqual(["ООО «Волжский клининг»", "ООО «Северный склад»"]);
  expect(
    (await demo.call("79000000106", "GET", "/client-api/employment/by-workman/list")).body.items,
  ).toEqual([]);
  expect((await demo.call(CAST.owner, "GET", "/client-api/workman/my-info")).status).toBe(403);
});
