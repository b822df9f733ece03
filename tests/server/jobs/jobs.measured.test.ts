import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { crowding } from "#tests/support/crowding.ts";
import { anAccount } from "#tests/support/factories/an-account.ts";

let product: TestApp;
let account: number;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db());
});
afterAll(() => product.close());

test("a page of fifty thousand published jobs and its total come fast", async () => {
  await sql`
    INSERT INTO jobs (account_id, kind, state, title, description, service_id, budget_kopecks,
      created_at, pay_type, finish_at, published_at, city_id, visibility, is_act_required)
    SELECT ${account}, 'OFFER', 'PUBLISHED', 'Задание ' || n, 'Описание задания ' || n, 101 + n % 8,
      100000 + n, now(), 'FIXED', now() + interval '9 days', now() - n * interval '1 minute',
      1 + n % 40, 'ALL', true
    FROM generate_series(1, 50000) n`.execute(db());
  await sql`ANALYZE jobs`.execute(db());
  for (const query of [
    {},
    { cityID: 7 },
    { search: "описание 777" },
    { search: "задание" },
    { serviceGroup: "trade", page: 20 },
    { page: 1000 },
  ]) {
    // The quickest of four, because the database may clean its indexes in between.
    let tookMs = Infinity;
    for (let time = 0; time < 4; time += 1) {
      const start = performance.now();
      const { statusCode } = await product.http.inject({
        method: "GET",
        url: "/client-api/job/list",
        query: query as Record<string, string>,
      });
      expect(statusCode).toBe(200);
      tookMs = Math.min(tookMs, performance.now() - start);
    }
    console.info(`${JSON.stringify(query)}: ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(500 * crowding());
  }
});
