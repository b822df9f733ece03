import { afterAll, beforeAll, expect, test } from "vitest";
import { userIdOf } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { nearestOf } from "#server/http/unknown-fields.ts";

const WEBHOOKS = "/open-api/v1/account/webhooks";

let demo: DemoApp;
let key: { authorization: string };
beforeAll(async () => {
  demo = await buildDemoApp();
  const { body } = await demo.call(CAST.owner, "POST", "/open-api/v1/account/api-keys", {
    title: "1С",
    roleID: "FINANCE_MANAGER",
    codeUserID: await userIdOf(demo, CAST.financeManager),
  });
  key = { authorization: `Bearer ${String(body["secret"])}` };
});
afterAll(() => demo.close());

const errorsOf = ({ body }: Awaited<ReturnType<DemoApp["call"]>>) => body["errors"];

test("a program is told of a name that its call does not have, and of the nearest it has; a person is not", async () => {
  const url = "/open-api/v1/payouts?perpage=5&states=PAID";
  const refused = await demo.call(null, "GET", url, undefined, key);
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { perpage: ["Такого поля у этого вызова нет. Возможно, это «perPage»"] },
  ]);
  expect((await demo.call(CAST.owner, "GET", url)).status).toBe(200);
});

test("in a body too, and inside of it", async () => {
  const order = {
    types: ["RECEIPTS"],
    periodStart: "2026-11-01",
    periodEnd: "2026-11-30",
    format: "csv",
  };
  const refused = await demo.call(
    null,
    "POST",
    "/open-api/v1/universal-exports",
    { ...order, fromat: "xlsx" },
    key,
  );
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { fromat: ["Такого поля у этого вызова нет. Возможно, это «format»"] },
  ]);
  const nested = await demo.call(
    null,
    "POST",
    "/open-api/v1/job-document-export-registries",
    { filters: { periodStrat: "2026-11-01" } },
    key,
  );
  expect(errorsOf(nested)).toEqual({
    "filters.periodStrat": ["Такого поля у этого вызова нет. Возможно, это «periodStart»"],
  });
});

test("of thousands of unknown names the first ten are told; a list longer than its call takes is refused unread", async () => {
  const path = "/client-api/job-offer/mass-result-accept";
  const names = Object.fromEntries(
    Array.from({ length: 16_000 }, (_, index) => [`${index}${"jobOfferIDs".repeat(5)}`, 1]),
  );
  const named = await demo.call(null, "POST", path, { jobOfferIDs: [1], ...names }, key);
  expect([named.status, Object.keys(errorsOf(named) as object)]).toEqual([
    422,
    Object.keys(names).slice(0, 10),
  ]);
  const wrong = { jobOfferIDs: Array.from({ length: 200_000 }, () => "x") };
  for (const headers of [key, await demo.signIn(CAST.owner)])
    expect(errorsOf(await demo.call(null, "POST", path, wrong, headers))).toEqual({
      jobOfferIDs: [expect.stringMatching(/^Не более \d+ значений$/)],
    });
});

test("an Idempotency-Key that would be dropped is refused, and its name with a mistake", async () => {
  const call = (url: string, headers: Record<string, string>) =>
    demo.call(null, "GET", url, undefined, { ...key, ...headers });
  expect(errorsOf(await call("/open-api/v1/payouts", { "idempotency-key": "12345678" }))).toEqual({
    "Idempotency-Key": [expect.stringContaining("нет защиты от повтора")],
  });
  expect(errorsOf(await call("/open-api/v1/payouts", { "idempotence-key": "12345678" }))).toEqual({
    "idempotence-key": ["Такого заголовка нет. Возможно, это «Idempotency-Key»"],
  });
  const person = await demo.call(CAST.owner, "GET", WEBHOOKS, undefined, {
    "idempotency-key": "12345678",
  });
  expect(person.status).toBe(200);
});

test("lists in brackets are no unknown names", async () => {
  const { status } = await demo.call(
    null,
    "GET",
    "/open-api/v1/payouts?states[]=PAID&states[]=SENT",
    undefined,
    key,
  );
  expect(status).toBe(200);
});

test.each([
  ["perpage", "perPage"],
  ["stat", "states"],
  ["zzzzzzzz", null],
])("the nearest to %s is %s", (name, nearest) => {
  expect(nearestOf(name, ["page", "perPage", "states", "registryID"])).toBe(nearest);
});
