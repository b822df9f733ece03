import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const LOG = "/open-api/v1/account/log";

test("what a user does stands in the journal of the company in Russian, with the actor", async () => {
  const made = await demo.call(CAST.admin, "POST", "/open-api/v1/projects", {
    title: "Склад Тверь",
  });
  const { body } = await demo.call(
    CAST.owner,
    "GET",
    `${LOG}?events=project.created&search=${encodeURIComponent("тверь")}`,
  );
  expect(body).toMatchObject({
    items: [
      {
        title: "Создан проект",
        actor: { type: "user", name: "Гусев Павел Андреевич", role: "ADMIN" },
        object: { type: "project", id: String(made.body["id"]), title: "Склад Тверь" },
      },
    ],
    meta: { total: 1 },
  });
});

test("the whole journal is counted by its chain and read newest first", async () => {
  const { body } = await demo.call(CAST.owner, "GET", LOG);
  const ids = body.items?.map((one) => one["id"] as number) ?? [];
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect((body["meta"] as { total: number }).total).toBe(ids[0]);
});

test("another company's journal is not seen, and a finance manager reads his own and financial lines", async () => {
  await demo.call(CAST.owner, "POST", "/open-api/v1/job-tags", { title: "Только наше" });
  expect(
    (await demo.call(CAST.otherOwner, "GET", `${LOG}?search=${encodeURIComponent("Только наше")}`))
      .body.items,
  ).toEqual([]);
  expect(
    (await demo.call(CAST.financeManager, "GET", `${LOG}?events=tag.created`)).body.items,
  ).toEqual([]);
  const own = await demo.call(
    CAST.financeManager,
    "POST",
    "/open-api/v1/notifications/mark-all-as-read",
  );
  expect(own.status).toBe(200);
  expect(
    (await demo.call(CAST.financeManager, "GET", `${LOG}?events=notification.read`)).body.items,
  ).toHaveLength(1);
  expect((await demo.call(CAST.viewer, "GET", LOG)).status).toBe(403);
});

test("the chain is verified on demand, for those who read the journal", async () => {
  const { body } = await demo.call(CAST.owner, "GET", `${LOG}/verification`);
  const { body: list } = await demo.call(CAST.owner, "GET", LOG);
  expect(body).toMatchObject({
    isWhole: true,
    brokenID: null,
    recordsCount: (list["meta"] as { total: number }).total,
  });
  expect((await demo.call(CAST.viewer, "GET", `${LOG}/verification`)).status).toBe(403);
});

test("the filter offers the people of the company alone, by the ids the journal knows", async () => {
  const { body } = await demo.call(CAST.owner, "GET", `${LOG}/actors`);
  const admin = body.items?.find((one) => one["name"] === "Гусев Павел Андреевич");
  expect(admin).toMatchObject({ role: { id: "ADMIN" }, isRemoved: false });
  const { body: lines } = await demo.call(
    CAST.owner,
    "GET",
    `${LOG}?userID=${String(admin?.["id"])}&events=project.created`,
  );
  expect(
    lines.items?.every(
      (one) => (one["actor"] as { name: string }).name === "Гусев Павел Андреевич",
    ),
  ).toBe(true);
  expect(lines.items).not.toHaveLength(0);
  expect((await demo.call(CAST.viewer, "GET", `${LOG}/actors`)).status).toBe(403);
});
