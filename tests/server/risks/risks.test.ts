import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  AnnulledReceipt,
  LabourRisk,
  PaperRisk,
  RiskSummary,
  WorkmanLimit,
} from "#contract/risks/risk.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
let product: TestApp;
let mine: PayrollScene;
let headers: Record<string, string>;
let workers: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  const engine = makePayrollEngine(database.connectionString);
  mine = await makePayrollScene(database.kysely, { rows: 4, seed: 1 });
  const theirs = await makePayrollScene(database.kysely, { rows: 2, seed: 2 });
  for (const scene of [mine, theirs]) await engine.confirm(scene);
  await engine.settle();
  await engine.close();
  const { rows } = await sql<{
    workman_id: number;
  }>`
    SELECT DISTINCT workman_id FROM payouts WHERE account_id = ${mine.accountId} ORDER BY 1`.execute(
    database.kysely,
  );
  workers = rows.map((row) => row.workman_id);
  await sql`
    INSERT INTO employments (account_id, workman_id, state, since, agreed_at)
    SELECT ${mine.accountId}, id, 'ACTIVE', now() - interval '1 year', now()
    FROM unnest(${workers}::integer[]) AS id`.execute(database.kysely);
  product = await buildTestApp({ database });
  headers = await product.signIn("79000000001");
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

const db = () => database.kysely;
async function read<Answer>(what: string, as = headers): Promise<Answer> {
  const answer = await product.http.inject({ url: `/open-api/v1/risks/${what}`, headers: as });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}
const list = async <Item>(what: string) => (await read<{ items: Item[] }>(what)).items;

test("a receipt its worker annulled after the money came costs НДФЛ, contributions and a fine, with what to do; another company's is its own", async () => {
  expect(await list<AnnulledReceipt>("receipts")).toEqual([]);
  await sql`
    UPDATE receipts
    SET state = 'REVERSED_BY_WORKMAN', reversed_at = now(), reverse_reason = 'REGISTRATION_MISTAKE'
    WHERE workman_id = ${workers[0]}`.execute(db());
  await sql`
    UPDATE receipts
    SET state = 'REVERSED_BY_WORKMAN', reversed_at = now(), reverse_reason = 'REGISTRATION_MISTAKE'
    WHERE account_id <> ${mine.accountId}`.execute(db());
  const [found, ...others] = await list<AnnulledReceipt>("receipts");
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    amount: 10_000,
    workman: { id: workers[0] },
    registryID: mine.registryId,
    exposure: { ndfl: 1300, contributions: 3000, fine: 1720, total: 6020 },
    advice: expect.stringContaining("Выпустите чек заново"),
  });
  await sql`UPDATE workmen SET smz_state = 'NOTSE' WHERE id = ${workers[0]}`.execute(db());
  expect((await list<AnnulledReceipt>("receipts"))[0]?.advice).toContain("чек заново не выпустить");
  await sql`UPDATE workmen SET smz_state = 'OK' WHERE id = ${workers[0]}`.execute(db());
  expect(await read<RiskSummary>("summary")).toMatchObject({
    annulledReceipts: 1,
    exposure: { total: 6020 },
  });
});

test("the largest sum still allowed is the limit less the income of this year by all customers", async () => {
  await sql`
    UPDATE receipts SET amount_kopecks = 230000000 WHERE workman_id = ${workers[1]}`.execute(db());
  await sql`UPDATE workmen SET smz_state = 'LIMITED' WHERE id = ${workers[2]}`.execute(db());
  const limits = await list<WorkmanLimit>("limits");
  const of = (id: number | undefined) => limits.find(({ workman }) => workman.id === id);
  expect(limits[0]?.workman.id).toBe(workers[2]);
  expect(of(workers[1])).toMatchObject({
    earned: 2_300_000,
    left: 100_000,
    limit: 2_400_000,
    percent: 95,
  });
  expect(of(workers[2])).toMatchObject({ left: 0 });
  expect(of(workers[3])).toMatchObject({ earned: 10_000, left: 2_390_000, percent: 0 });
  expect(await read<RiskSummary>("summary")).toMatchObject({ nearLimit: 1, overLimit: 1 });
});

test("signs of employment are found in the payments of a year, the worker with more of them first", async () => {
  expect(await list<LabourRisk>("labour")).toEqual([]);
  // Five equal payments in five months, and a word in another's job.
  await sql`
    INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
      commission_kopecks, vat_kopecks, kind, due_at, created_at)
    SELECT account_id, 'PAID', hold_id, job_id, workman_id, amount_kopecks, 0, 0, kind, due_at,
      created_at - make_interval(days => 31 * n)
    FROM payouts, generate_series(1, 5) n
    WHERE workman_id = ${workers[3]}`.execute(db());
  await sql`
    UPDATE jobs SET title = 'Аванс за ноябрь' WHERE workman_id = ${workers[0]}`.execute(db());
  const risks = await list<LabourRisk>("labour");
  expect(risks.map(({ workman, signs }) => [workman.id, signs.map(({ id }) => id)])).toEqual([
    [workers[3], ["REGULARITY", "SINGLE_CUSTOMER", "FIXED_SUMS"]],
    [workers[0], ["WORDS"]],
  ]);
  expect(risks[0]?.sentence).toContain("ст. 15, 19.1 ТК РФ");
  expect((await read<RiskSummary>("summary")).labour).toBe(2);

  // Most of his income is from another customer.
  await sql`
    UPDATE receipts
    SET workman_id = ${workers[3]}, state = 'REGISTERED', amount_kopecks = 90000000
    WHERE account_id <> ${mine.accountId}`.execute(db());
  expect((await list<LabourRisk>("labour"))[0]?.signs.map(({ id }) => id)).toEqual([
    "REGULARITY",
    "FIXED_SUMS",
  ]);
});

test("papers that have ended or will in a month are listed, the oldest first", async () => {
  const today = moscowDate(product.clock.now());
  const paper = (workmanId: number | undefined, state: string, day: string) =>
    sql`
    INSERT INTO workman_documents (workman_id, type, state, expire_date)
    VALUES (${workmanId}, 'patent', ${state}, ${day}::date)`.execute(db());
  await paper(workers[0], "VALID", addDays(today, 10));
  await paper(workers[1], "EXPIRED", addDays(today, -1));
  await paper(workers[2], "VALID", addDays(today, 90));
  // Replaced by one that is in force, although it ends within a month itself.
  await paper(workers[3], "EXPIRED", addDays(today, -5));
  await paper(workers[3], "EXPIRING", addDays(today, 20));
  expect(await list<PaperRisk>("papers")).toMatchObject([
    { workman: { id: workers[1] }, isExpired: true },
    { workman: { id: workers[0] }, expireDate: addDays(today, 10), isExpired: false },
    { workman: { id: workers[3] }, expireDate: addDays(today, 20), isExpired: false },
  ]);
});

test("what is known of one worker is his rows of each list; nothing of a worker of others", async () => {
  const { rows: others } = await sql<{ workman_id: number }>`
    SELECT DISTINCT workman_id FROM payouts WHERE account_id <> ${mine.accountId}
      AND workman_id <> ALL (${workers}::integer[])`.execute(db());
  for (const what of ["receipts", "limits", "labour", "papers"]) {
    const all = await list<{ workman: { id: number } }>(what);
    expect(all.length, what).toBeGreaterThan(0);
    for (const id of workers) {
      const own = await read<{ items: unknown[]; meta: { total: number } }>(
        `${what}?workmanID=${id}`,
      );
      expect(own.items, what).toEqual(all.filter(({ workman }) => workman.id === id));
      expect(own.meta.total, what).toBe(own.items.length);
    }
    expect(others.length).toBeGreaterThan(0);
    for (const { workman_id: id } of others)
      expect(await list(`${what}?workmanID=${id}`), what).toEqual([]);
  }
});
