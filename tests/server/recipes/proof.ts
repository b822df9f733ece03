import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

/**
 * Uses what the recipes of docs/recipes.md have built. Runs in the copy of the tree they were
 * applied to: see `recipes.strained.test.ts`.
 */
const PROJECTS = "/open-api/v1/projects";
let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const create = async (title: string, note?: string) =>
  (await demo.call(CAST.owner, "POST", PROJECTS, { title, note })).body as {
    id: number;
    note: string | null;
  };

test("a project keeps its note, in the list and by itself", async () => {
  const { id, note } = await create("Склад Тверь", "  до весны  ");
  expect(note).toBe("до весны");
  const list = await demo.call(CAST.viewer, "GET", `${PROJECTS}?search=Тверь`);
  expect(list.body.items).toMatchObject([{ id, note: "до весны" }]);
  const one = await demo.call(CAST.viewer, "GET", `${PROJECTS}/${id}`);
  expect(one).toMatchObject({ status: 200, body: { note: "до весны" } });
  expect((await create("Без заметки")).note).toBeNull();
});

test("another company's project and one out of reach are absent", async () => {
  const { id } = await create("Склад Клин");
  for (const phone of [CAST.otherOwner, CAST.projectManager])
    expect((await demo.call(phone, "GET", `${PROJECTS}/${id}`)).status).toBe(404);
});

test("who is limited to a project is told that somebody has archived it", async () => {
  const [mine] = (await demo.call(CAST.projectManager, "GET", PROJECTS)).body.items ?? [];
  await demo.call(CAST.owner, "PUT", `${PROJECTS}/${String(mine?.["id"])}`, { isArchived: true });
  const notices = await demo.call(CAST.projectManager, "GET", "/client-api/notification/list");
  expect(notices.body.items?.[0]).toMatchObject({
    type: "App\\Notification\\Account\\ProjectArchived",
    resource: { project: { title: mine?.["title"] } },
  });
});

test("a project nobody has used for two years is archived, one in use stays", async () => {
  const [old, used] = [await create("Старый"), await create("Новый")];
  await sql`
    UPDATE projects
    SET created_at = ${new Date(demo.clock.now().getTime() - 3 * 365 * 86_400_000)}
    WHERE id = ${old.id}`.execute(demo.database.kysely);
  await demo.runTasksUntilIdle();
  const { items } = (await demo.call(CAST.owner, "GET", `${PROJECTS}?perPage=100`)).body;
  const ids = items?.map(({ id }) => id);
  expect(ids).toContain(used.id);
  expect(ids).not.toContain(old.id);
});
