import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { askAboutPayout, giveUpPayout } from "#server/money/payouts/index.ts";

interface Operation {
  readonly id: number;
  readonly type: { readonly id: string; readonly title: string };
  readonly amount: number;
  readonly workman: { readonly id: number; readonly name: string } | null;
  readonly job: { readonly id: number } | null;
  readonly account: { readonly companyDetailsName: string } | null;
  readonly registryID: number | null;
  readonly comment: string | null;
}
interface List {
  readonly items: Operation[];
  readonly meta: { readonly page: number; readonly total: number; readonly lastPage: number };
  readonly totals: { readonly income: number; readonly expense: number };
}

let database: TestDatabase;
let product: TestApp;
let mine: PayrollScene;
let theirs: PayrollScene;
const OWNER = "79000000001";
const WORKMAN = "79100000002";

beforeAll(async () => {
  database = await createTestDatabase();
  const engine = makePayrollEngine(database.connectionString);
  mine = await makePayrollScene(database.kysely, { rows: 40, seed: 1 });
  theirs = await makePayrollScene(database.kysely, { rows: 3, seed: 2 });
  await engine.confirm(mine);
  // The bank refuses one order: the payout is given up.
  await sql`UPDATE sandbox.switches SET fail_next = 1 WHERE service = 'bank'`.execute(
    database.kysely,
  );
  await engine.settle();
  await engine.confirm(theirs);
  await engine.settle();
  const failed = await sql<{ id: bigint }>`
    SELECT id FROM payouts WHERE state = 'FAILED'`.execute(database.kysely);
  const key = { accountId: mine.accountId, payoutId: failed.rows[0]?.id ?? 0n };
  const answer = await askAboutPayout(engine.platform, key);
  await engine.db.kysely
    .transaction()
    .execute((trx) => giveUpPayout(engine.platform, trx, key, answer));
  await engine.close();
  product = await buildTestApp({ database });
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

async function list(phone: string, query = ""): Promise<List> {
  const response = await product.http.inject({
    url: `/client-api/transaction/list${query}`,
    headers: await product.signIn(phone),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<List>();
}

test("a customer reads every movement once, newest first, with the sums of the whole list", async () => {
  const pages: Operation[] = [];
  for (const page of [1, 2, 3]) pages.push(...(await list(OWNER, `?page=${page}`)).items);
  const { meta, totals } = await list(OWNER);
  // 40 jobs and commissions, a top-up, a hold, a refund.
  expect(meta).toMatchObject({ total: 83, lastPage: 3 });
  expect(new Set(pages.map((one) => one.id)).size).toBe(83);
  expect(pages[0]?.type).toEqual({ id: "REFUND_TO_CUSTOMER", title: "Возврат заказчику" });
  expect(pages[0]?.amount).toBe(10_300);
  expect(pages.at(-1)?.type.id).toBe("INVOICE_PAYMENT");
  expect(
    pages.filter((one) => one.type.id === "COMMISSION").every((one) => one.amount === -300),
  ).toBe(true);
  expect(pages.find((one) => one.type.id === "HOLD")).toMatchObject({
    amount: -412_000,
    registryID: mine.registryId,
    comment: "Реестр выплат № 1",
  });
  expect(totals).toEqual({ income: 412_000 + 10_300, expense: 412_000 });
});

test("types and periods narrow the list and its total alike", async () => {
  const commissions = await list(OWNER, "?types=COMMISSION&perPage=100");
  expect(commissions).toMatchObject({
    meta: { total: 40 },
    totals: { income: 0, expense: 12_000 },
  });
  expect(commissions.items).toHaveLength(40);
  expect(await list(OWNER, "?periodEnd=2020-01-01")).toMatchObject({
    items: [],
    meta: { total: 0 },
    totals: { income: 0, expense: 0 },
  });
  expect((await list(OWNER, "?periodStart=2020-01-01")).meta.total).toBe(83);
});

test("one worker, one job and one registry can be looked at alone", async () => {
  const { items } = await list(OWNER, "?types=JOB_PAYMENT&perPage=1");
  const { workman, job } = items[0] as Operation;
  const ofWorkman = await list(OWNER, `?workmanID=${workman?.id}`);
  expect(ofWorkman.items.every((one) => one.workman?.id === workman?.id)).toBe(true);
  expect((await list(OWNER, `?jobID=${job?.id}`)).meta.total).toBe(ofWorkman.meta.total);
  expect((await list(OWNER, `?registryID=${mine.registryId}`)).meta.total).toBe(82);
  expect((await list(OWNER, `?registryID=${theirs.registryId}`)).items).toEqual([]);
  expect((await list(OWNER, `?search=${encodeURIComponent("нет такого")}`)).meta.total).toBe(0);
});

test("the list can be ordered by amount and read from the oldest", async () => {
  const largest = (await list(OWNER, "?sortBy=amount")).items.map((one) => one.amount);
  expect(largest).toEqual([...largest].sort((a, b) => b - a));
  expect((await list(OWNER, "?sortDirection=asc")).items[0]?.type.id).toBe("INVOICE_PAYMENT");
});

test("a worker reads his own accrual and payout, named by the customer", async () => {
  const { items, totals, meta } = await list(WORKMAN);
  expect(items.map((one) => one.type.id)).toEqual(["PAYOUT_CARD", "WORKMAN_ACCRUAL"]);
  expect(items.map((one) => one.amount)).toEqual([-10_000, 10_000]);
  expect(items[0]?.account?.companyDetailsName).toBe("ООО «Ромашка»");
  expect(totals).toEqual({ income: 10_000, expense: 10_000 });
  expect(meta.total).toBe(2);
});

test("the counters agree with the lines they count", async () => {
  const { rows } = await sql<{ type: string; counted: bigint; lines: bigint }>`
    SELECT c.type, sum(c.line_count)::bigint AS counted, max(l.n) AS lines
    FROM operation_counters c JOIN (
      SELECT customer_operation(e.event_type, a.code) AS type, count(*) AS n
      FROM postings p
      JOIN ledger_entries e ON e.id = p.entry_id
      JOIN ledger_accounts a ON a.id = p.ledger_account_id
      WHERE e.account_id = ${mine.accountId} AND a.code IN ('CUST_AVAIL', 'CUST_RES', 'REV_COMM')
      GROUP BY 1
    ) l ON l.type = c.type
    WHERE c.account_id = ${mine.accountId} GROUP BY c.type`.execute(database.kysely);
  expect(rows).toHaveLength(5);
  for (const row of rows) expect(row.counted, row.type).toBe(row.lines);
});

test("a user limited to projects sees only their operations", async () => {
  await sql`INSERT INTO people (phone, name) VALUES ('79000000099', 'Бухгалтер')`.execute(
    database.kysely,
  );
  await sql`
    WITH project AS (INSERT INTO projects (account_id, title)
      VALUES (${mine.accountId}, 'Склад')
      RETURNING id),
      moved AS (UPDATE jobs
        SET project_id = (SELECT id FROM project)
        WHERE account_id = ${mine.accountId}
          AND id = (SELECT max(id) FROM jobs WHERE account_id = ${mine.accountId}))
    INSERT INTO account_users (account_id, person_id, role, project_ids)
    SELECT ${mine.accountId}, p.id, 'ACCOUNTANT', ARRAY[project.id]
    FROM people p, project
    WHERE p.phone = '79000000099'`.execute(database.kysely);
  const { items } = await list("79000000099");
  expect(items.map((one) => one.type.id).sort()).toEqual(["COMMISSION", "JOB_PAYMENT"]);
});

test("a person of both sides reads the company's money while acting for it, and his own when he asks for it, postings included", async () => {
  await sql`
    INSERT INTO account_users (account_id, person_id, role)
    SELECT ${theirs.accountId}, id, 'ACCOUNTANT'
    FROM people
    WHERE phone = ${WORKMAN}`.execute(database.kysely);
  expect((await list(WORKMAN)).items.every(({ account }) => account === null)).toBe(true);
  const { items, totals } = await list(WORKMAN, "?isMine=true");
  expect([items.map(({ amount }) => amount), totals]).toEqual([
    [-10_000, 10_000],
    { income: 10_000, expense: 10_000 },
  ]);
  const headers = await product.signIn(WORKMAN);
  const postings = (query: string) =>
    product.http.inject({
      method: "GET",
      url: `/client-api/transaction/${items[0]?.id}/postings${query}`,
      headers,
    });
  expect((await postings("")).statusCode).toBe(404);
  expect(
    (await postings("?isMine=true")).json<{ items: unknown[] }>().items.length,
  ).toBeGreaterThan(0);
});
