import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const url = (key: string) => `/open-api/v1/me/preferences/${key}`;
const read = async (phone: string, key: string) =>
  (await demo.call(phone, "GET", url(key))).body["value"];
const save = (phone: string, key: string, value: string) =>
  demo.call(phone, "PUT", url(key), { value });

test("a person finds a screen as he left it, and nobody else's is touched", async () => {
  const columns = JSON.stringify({ columns: ["workman", "amount"], density: "плотно" });
  expect(await read(CAST.owner, "payroll-items.columns")).toBe("");
  expect(await save(CAST.owner, "payroll-items.columns", columns)).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect(await read(CAST.owner, "payroll-items.columns")).toBe(columns);
  expect(await read(CAST.admin, "payroll-items.columns")).toBe("");
  await save(CAST.owner, "payroll-items.columns", "[]");
  expect(await read(CAST.owner, "payroll-items.columns")).toBe("[]");
  await save(CAST.workman, "payroll-items.columns", "{}");
  expect(await read(CAST.owner, "payroll-items.columns")).toBe("[]");
});

test("an empty string brings the first view back and leaves nothing behind", async () => {
  await save(CAST.viewer, "jobs.filter", '{"state":"DRAFT"}');
  expect((await save(CAST.viewer, "jobs.filter", "")).status).toBe(200);
  expect((await save(CAST.viewer, "jobs.filter", "")).status).toBe(200);
  expect(await read(CAST.viewer, "jobs.filter")).toBe("");
  expect(
    (
      await sql`
        SELECT 1 FROM preferences p
        JOIN people h ON h.id = p.person_id
        WHERE h.phone = ${CAST.viewer}`.execute(demo.database.kysely)
    ).rows,
  ).toEqual([]);
});

test("what is no setting is refused: strange keys, broken or huge values, too many of them", async () => {
  for (const key of ["Columns", "a_b", ".hidden", "a".repeat(101)])
    expect([key, (await save(CAST.recruiter, key, "1")).status]).toEqual([key, 422]);
  expect((await save(CAST.recruiter, "broken", "{columns")).body).toMatchObject({
    errors: { value: ["Настройка передаётся текстом JSON"] },
  });
  expect((await save(CAST.recruiter, "huge", JSON.stringify("я".repeat(19_998)))).status).toBe(200);
  expect((await save(CAST.recruiter, "huge", JSON.stringify("я".repeat(19_999)))).status).toBe(422);
  await sql`
    INSERT INTO preferences (person_id, key, value, changed_at)
    SELECT h.id, 'filler-' || n, '1', now()
    FROM people h, generate_series(1, 199) n
    WHERE h.phone = ${CAST.recruiter}`.execute(demo.database.kysely);
  expect(await save(CAST.recruiter, "one-more", "1")).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("слишком много настроек") },
  });
  expect((await save(CAST.recruiter, "filler-1", "2")).status).toBe(200);
  expect((await demo.call(null, "GET", url("jobs.filter"))).status).toBe(401);
});
