import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

const LIST = "/open-api/v1/projects";

let product: TestApp;
let headers: { authorization: string };

beforeAll(async () => {
  product = await buildTestApp({ connections: 2 });
  const db = product.database.kysely;
  const account = await anAccount(db);
  headers = await product.signIn((await aPersonWithRole(db, account, "OWNER")).phone);
  await sql`
    INSERT INTO projects (account_id, title, created_at)
    SELECT ${account}, 'Проект ' || n, now() FROM generate_series(1, 5) n`.execute(db);
});
afterAll(() => product.close());

async function titlesOf(query: string) {
  const { items, meta } = (await product.http.inject({ url: `${LIST}?${query}`, headers })).json<{
    items: { title: string }[];
    meta: { total: number };
  }>();
  return { titles: items.map(({ title }) => title), total: meta.total };
}

it("gives every row once, in order, with the exact total on every page", async () => {
  expect(await titlesOf("perPage=2")).toEqual({ titles: ["Проект 1", "Проект 2"], total: 5 });
  expect(await titlesOf("perPage=2&page=2")).toEqual({
    titles: ["Проект 3", "Проект 4"],
    total: 5,
  });
  expect(await titlesOf("perPage=2&page=3")).toEqual({ titles: ["Проект 5"], total: 5 });
  expect(await titlesOf("perPage=2&page=4")).toEqual({ titles: [], total: 5 });
  expect(await titlesOf("perPage=5&sortDirection=desc")).toMatchObject({
    titles: ["Проект 5", "Проект 4", "Проект 3", "Проект 2", "Проект 1"],
    total: 5,
  });
  expect(await titlesOf("search=нет такого")).toEqual({ titles: [], total: 0 });
});

it("is planned once a connection when it is asked again, and takes no place when it is not", async () => {
  const prepared = async () =>
    (
      await product.db.pool.query<{ statement: string }>(
        "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%projects%LIMIT 3%'",
      )
    ).rows.length;
  expect(await prepared()).toBe(0);
  await titlesOf("perPage=3");
  expect(await prepared()).toBe(0);
  await titlesOf("perPage=3");
  await titlesOf("perPage=3");
  expect(await prepared()).toBe(1);
});
