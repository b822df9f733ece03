import { afterAll, beforeAll, expect, test } from "vitest";
import { MONTH_OWNER, type DemoMonth } from "#server/seed/demo-month.ts";
import { crowding } from "#tests/support/crowding.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";
import { lastMonth } from "#tests/support/last-month.ts";

const WORKERS = Number(process.env["MONTH_WORKERS"] ?? 2000);

let demo: DemoApp;
let month: DemoMonth;
beforeAll(async () => {
  demo = await buildDemoApp();
  month = await lastMonth(demo, WORKERS);
}, 900_000);
afterAll(() => demo.close());

test("none of the accountant's screens makes him wait", async () => {
  const period = `periodStart=${month.periodStart}&periodEnd=${month.periodEnd}`;
  const paths = [
    "/open-api/v1/risks/summary",
    ...[
      "risks/labour",
      "risks/limits",
      "receipts",
      "job-documents",
      "universal-exports",
      "payroll-registries",
    ].map((path) => `/open-api/v1/${path}?perPage=100`),
    ...[
      "transaction/list",
      "transaction/reconciliation",
      "transaction/bank-reconciliation",
      "transaction/balance-days",
      "act/list",
    ].map((path) => `/client-api/${path}?${period}`),
  ];
  for (const path of paths) {
    const start = performance.now();
    const { status, raw } = await demo.call(MONTH_OWNER, "GET", path);
    const tookMs = performance.now() - start;
    expect(status, raw.toString()).toBe(200);
    console.info(`${path}: ${tookMs.toFixed(0)} ms`);
    expect(tookMs, path).toBeLessThan(1_000 * crowding());
  }
});
