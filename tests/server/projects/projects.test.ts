import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const PROJECTS = "/open-api/v1/projects";
const titles = async (phone: string, query = "") =>
  ((await demo.call(phone, "GET", `${PROJECTS}${query}`)).body.items ?? []).map(
    (one) => one["title"],
  );

test("everybody sees the company's projects, a limited manager only his own", async () => {
  expect(await titles(CAST.viewer)).toEqual(["Маркетинг", "Склад Подольск", "Склад Химки"]);
  expect(await titles(CAST.projectManager)).toEqual(["Склад Химки"]);
  expect(await titles(CAST.otherOwner)).toEqual(["Офисы", "Торговые центры"]);
});

test("a project a limited manager creates stays in his sight", async () => {
  const created = await demo.call(CAST.projectManager, "POST", PROJECTS, {
    title: "  Склад   Клин ",
  });
  expect(created).toMatchObject({
    status: 200,
    body: { title: "Склад Клин", jobsCount: 0, isArchived: false },
  });
  expect(await titles(CAST.projectManager)).toContain("Склад Клин");
});

test("a title is unique in the company whatever its case, and 30 characters at most", async () => {
  expect(
    (await demo.call(CAST.owner, "POST", PROJECTS, { title: "СКЛАД ХИМКИ" })).body,
  ).toMatchObject({ errors: { title: ["Проект с таким названием уже есть"] } });
  expect(
    (await demo.call(CAST.otherOwner, "POST", PROJECTS, { title: "Склад Химки" })).status,
  ).toBe(200);
  expect((await demo.call(CAST.owner, "POST", PROJECTS, { title: "я".repeat(31) })).status).toBe(
    422,
  );
  expect((await demo.call(CAST.viewer, "POST", PROJECTS, { title: "Новый" })).status).toBe(403);
});

test("an archived project leaves the list until it is asked for; a foreign one is absent", async () => {
  const marketing = (await demo.call(CAST.owner, "GET", PROJECTS)).body.items?.find(
    (one) => one["title"] === "Маркетинг",
  );
  const url = `${PROJECTS}/${marketing?.["id"]}`;
  expect((await demo.call(CAST.otherOwner, "PUT", url, { title: "Захват" })).status).toBe(404);
  expect((await demo.call(CAST.projectManager, "PUT", url, { title: "Захват" })).status).toBe(404);
  expect((await demo.call(CAST.owner, "PUT", url, { isArchived: true })).body).toMatchObject({
    title: "Маркетинг",
    isArchived: true,
  });
  expect(await titles(CAST.owner)).not.toContain("Маркетинг");
  expect(await titles(CAST.owner, "?withArchived=true")).toContain("Маркетинг");
});

test("a tag is made once, and removing it is the company's own affair", async () => {
  const made = await demo.call(CAST.owner, "POST", "/open-api/v1/job-tags", { title: "срочно" });
  const tags = (await demo.call(CAST.viewer, "GET", "/client-api/jobTags")).body.items ?? [];
  expect(tags.filter((one) => String(one["title"]).toLowerCase() === "срочно")).toEqual([
    made.body,
  ]);
  expect(
    (await demo.call(CAST.otherOwner, "DELETE", `/open-api/v1/job-tags/${made.body["id"]}`)).status,
  ).toBe(404);
  expect(
    (await demo.call(CAST.owner, "DELETE", `/open-api/v1/job-tags/${made.body["id"]}`)).body,
  ).toEqual({ ok: true });
});

test("a manager limited to projects adds tags, and removes none: they are everybody's", async () => {
  const made = await demo.call(CAST.projectManager, "POST", "/open-api/v1/job-tags", {
    title: "из проекта",
  });
  expect(made.status).toBe(200);
  for (const id of [made.body["id"], 999_999]) {
    expect(
      await demo.call(CAST.projectManager, "DELETE", `/open-api/v1/job-tags/${id}`),
    ).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("общие для всей компании") },
    });
  }
  expect(
    (await demo.call(CAST.admin, "DELETE", `/open-api/v1/job-tags/${made.body["id"]}`)).status,
  ).toBe(200);
});
