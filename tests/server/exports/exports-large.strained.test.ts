import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const ROWS = 100_000;
/** Room for cursors, a page of rows and the compressor; all rows would take several times this. */
const MOST_GROWTH_MIB = 160;

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await sql`
    INSERT INTO jobs (account_id, kind, state, title, service_id, budget_kopecks, workman_id,
      work_start, work_end, tags, created_at)
    SELECT 1, 'PAYROLL', 'FINISHED', 'Выкладка товара, смена ' || n, (SELECT min(id) FROM services),
      100000 + n, (SELECT min(id) FROM workmen WHERE inn IS NOT NULL), current_date - 1,
      current_date, '{}', ${demo.clock.now()}
    FROM generate_series(1, ${ROWS}) AS n`.execute(demo.database.kysely);
});
afterAll(() => demo.close());

test("a hundred thousand rows are grouped, summed and stored while the memory stays where it was", async () => {
  const today = moscowDate(demo.clock.now());
  const ordered = await demo.call(CAST.owner, "POST", "/open-api/v1/universal-exports", {
    periodStart: today,
    periodEnd: today,
    types: ["JOBS"],
    groupBy: "SERVICE",
  });
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const startedAt = performance.now();
  await demo.runTasksUntilIdle();
  clearInterval(watch);
  const growth = (peak - before) / 1024 / 1024;
  const { body } = await demo.call(CAST.owner, "GET", "/open-api/v1/universal-exports?perPage=1");
  expect(body.items?.[0]).toMatchObject({ id: ordered.body["id"], state: { id: "READY" } });
  expect(body.items?.[0]?.["rowsCount"]).toBeGreaterThanOrEqual(ROWS);
  console.info(
    `${ROWS} rows in ${Math.round(performance.now() - startedAt)} ms, ${String(body.items?.[0]?.["fileSizeBytes"])} bytes; memory grew by ${growth.toFixed(0)} MiB`,
  );
  expect(growth).toBeLessThan(MOST_GROWTH_MIB);
});
