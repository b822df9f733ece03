import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BankReconciliation, Reconciliation } from "#contract/transactions/reconciliation.ts";
import { auditLedger } from "#server/modules/ledger/index.ts";
import { makeDemoMonth, MONTH_OWNER, type DemoMonth } from "#server/seed/demo-month.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";
import { readClientBank } from "#tests/support/client-bank-reader.ts";

/** Two thousand in `npm run test:long`. */
const WORKERS = Number(process.env["MONTH_WORKERS"] ?? 40);

let demo: DemoApp;
let month: DemoMonth;
let period: string;
beforeAll(async () => {
  demo = await buildDemoApp();
  month = await makeDemoMonth(demo, demo.app, { workers: WORKERS, seed: 15 });
  period = `periodStart=${month.periodStart}&periodEnd=${month.periodEnd}`;
}, 900_000);
afterAll(() => demo.close());

const db = () => demo.database.kysely;
const kopecks = (rubles: unknown) => BigInt(Math.round(Number(rubles) * 100));
async function read<Answer>(url: string): Promise<Answer> {
  const { status, body, raw } = await demo.call(MONTH_OWNER, "GET", url);
  expect(status, raw.toString()).toBe(200);
  return body as Answer;
}

/** Kopecks of the postings of the company's accounts in the month, in the direction of who owns them. */
async function postings(code: string): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    SELECT coalesce(-sum(p.amount_kopecks), 0)::bigint AS sum FROM postings p JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE a.account_id = ${month.accountId} AND a.code = ${code} AND (p.at AT TIME ZONE 'Europe/Moscow')::date BETWEEN ${month.periodStart}::date AND ${month.periodEnd}::date`.execute(db());
  return rows[0]?.sum ?? 0n;
}

test("every row of the month is paid or has come back, and the books are right", async () => {
  const { rows } = await sql<{ state: string; n: number }>`SELECT state, count(*)::integer AS n FROM payouts WHERE account_id = ${month.accountId} GROUP BY state ORDER BY state`.execute(db());
  expect(rows).toEqual([{ state: "PAID", n: month.rows - 3 }, { state: "RETURNED", n: 3 }]);
  expect(await auditLedger(db())).toEqual({ unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] });
});

test("opening and movements make the closing, kinds and projects are the postings, and the bank's statement agrees", async () => {
  const found = await read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
  expect(found.difference).toEqual({ available: 0, reserved: 0, total: 0 });
  expect(kopecks(found.movement.total)).toBe((await postings("CUST_AVAIL")) + (await postings("CUST_RES")));
  const of = (id: string) => kopecks(found.kinds.find(({ type }) => type.id === id)?.total ?? 0);
  expect(-of("COMMISSION")).toBe((await postings("REV_COMM")) + (await postings("VAT_BUDGET")));
  const { rows } = await sql<{ sum: bigint }>`SELECT sum(amount_kopecks)::bigint AS sum FROM payouts WHERE account_id = ${month.accountId}`.execute(db());
  expect(-of("JOB_PAYMENT")).toBe(rows[0]?.sum);
  expect(found.projects.map(({ project }) => project?.title)).toEqual(["Доставка", "Магазины", "Склады", undefined]);
  expect(found.projects.reduce((sum, { total }) => sum + kopecks(total), 0n)).toBe(kopecks(found.movement.total));
  const bank = await read<BankReconciliation>(`/client-api/transaction/bank-reconciliation?${period}`);
  expect(bank.mismatches).toEqual([]);
  expect(bank.turnovers.find(({ kind }) => kind.id === "OUTGOING")).toMatchObject({ bankCount: month.rows, difference: 0 });
});

test("the lists, the registries, the platform's act and the file for 1С say the same sums", async () => {
  const found = await read<Reconciliation>(`/client-api/transaction/reconciliation?${period}`);
  const list = await read<{ totals: { income: number; expense: number } }>(`/client-api/transaction/list?${period}&perPage=1`);
  expect(kopecks(list.totals.income) - kopecks(list.totals.expense)).toBe(kopecks(found.movement.total));
  const registries = await sql<{ sum: bigint }>`SELECT sum(amount_kopecks)::bigint AS sum FROM registries WHERE account_id = ${month.accountId}`.execute(db());
  expect(registries.rows[0]?.sum).toBe(-kopecks(found.kinds.find(({ type }) => type.id === "JOB_PAYMENT")?.total));
  const days = await read<{ items: { total: number }[] }>(`/client-api/transaction/balance-days?${period}`);
  expect(days.items[0]?.total).toBe(found.closing.total);
  const acts = await read<{ items: { amount: number }[] }>(`/client-api/act/list?${period}`);
  expect(acts.items.map(({ amount }) => kopecks(amount))).toEqual([-kopecks(found.kinds.find(({ type }) => type.id === "COMMISSION")?.total)]);

  const ordered = await demo.call(MONTH_OWNER, "POST", "/open-api/v1/universal-exports", { periodStart: month.periodStart, periodEnd: month.periodEnd, types: ["TRANSACTIONS"], format: "1c" });
  await demo.runTasksUntilIdle();
  const { account, documents } = readClientBank((await demo.call(MONTH_OWNER, "GET", `/open-api/v1/universal-exports/${String(ordered.body["id"])}/file`)).raw);
  expect(account.get("КонечныйОстаток")).toBe(found.closing.total.toFixed(2));
  expect(documents).toHaveLength(month.rows * 2 + 1);
});

test("each of the accountant's screens is read in less than a second", async () => {
  const paths = ["risks/summary", "risks/labour", "risks/limits", "receipts", "job-documents", "universal-exports", "payroll-registries"].map((path) => `/open-api/v1/${path}?perPage=100`);
  paths.push(...["transaction/list", "transaction/reconciliation", "transaction/bank-reconciliation", "transaction/balance-days", "act/list"].map((path) => `/client-api/${path}?${period}`));
  const times: [string, number][] = [];
  for (const path of paths) {
    const start = performance.now();
    await read(path.replace("risks/summary?perPage=100", "risks/summary"));
    times.push([path, performance.now() - start]);
  }
  expect(times.filter(([, ms]) => ms > 1000)).toEqual([]);
});

test("the same seed makes the same month", async () => {
  const { rows } = await sql<{ hash: string }>`SELECT md5(string_agg(amount_kopecks::text, ',' ORDER BY registry_id, row_no)) AS hash FROM payouts WHERE account_id = ${month.accountId}`.execute(db());
  if (WORKERS === 40) expect(rows[0]?.hash).toMatchInlineSnapshot(`"abca76f0805af3a6ab3a905662575974"`);
});
