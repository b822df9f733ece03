import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RoleId } from "#contract/access/roles.ts";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob, anOffer } from "#tests/support/factories/a-job.ts";
import { openFigures } from "#tests/support/opened-figures.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const OWNER = "79000000001";
const STRANGER = "79000000002";
const PEOPLE = {
  ACCOUNTANT: "79000000021",
  VIEWER: "79000000022",
  PROJECT_MANAGER: "79000000023",
  RECRUITER: "79000000024",
  SIGNATORY: "79000000025",
} as const satisfies Partial<Record<RoleId, string>>;

let database: TestDatabase;
let product: TestApp;
let mine: PayrollScene;
let today: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const engine = makePayrollEngine(database.connectionString);
  mine = await makePayrollScene(database.kysely, { rows: 12, seed: 1, funds: 50_000_000n });
  const theirs = await makePayrollScene(database.kysely, { rows: 3, seed: 2 });
  await engine.confirm(mine);
  // The bank refuses one order: a receipt without a payment.
  await sql`UPDATE sandbox.switches SET fail_next = 1 WHERE service = 'bank'`.execute(
    database.kysely,
  );
  await engine.settle();
  await engine.confirm(theirs);
  await engine.settle();
  await engine.close();
  product = await buildTestApp({ database });
  today = moscowDate(product.clock.now());
  await addOthers();
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

async function addOthers(): Promise<void> {
  const { kysely: db } = database;
  const { rows: projects } = await sql<{
    id: number;
  }>`
    INSERT INTO projects (account_id, title) VALUES (${mine.accountId}, 'Север') RETURNING id`.execute(
    db,
  );
  const projectId = projects[0]?.id ?? 0;
  for (const [role, phone] of Object.entries(PEOPLE)) {
    await sql`
      WITH person AS (INSERT INTO people (phone, name) VALUES (${phone}, ${role}) RETURNING id)
      INSERT INTO account_users (account_id, person_id, role, project_ids)
      SELECT ${mine.accountId}, id, ${role},
        ${role === "PROJECT_MANAGER" ? [projectId] : null}::integer[]
      FROM person`.execute(db);
  }
  for (const state of ["PUBLISHED", "PUBLISHED", "COMPLETED", "REJECTED", "FINISHED"] as const)
    await aJob(db, mine.accountId, { serviceId: 1, state });
  const open = await aJob(db, mine.accountId, { serviceId: 1, state: "PUBLISHED", projectId });
  await sql`
    INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, created_at)
    SELECT ${mine.accountId}, ${open}, workman_id, 'CREATED', 500000, now()
    FROM registry_items
    WHERE account_id = ${mine.accountId}
    ORDER BY row_no
    LIMIT 2`.execute(db);
  const { rows: workmen } = await sql<{
    workman_id: number;
  }>`
    SELECT workman_id
    FROM registry_items
    WHERE account_id = ${mine.accountId}
    ORDER BY row_no
    LIMIT 4`.execute(db);
  const [near, far, left, again] = workmen.map((row) => row.workman_id);
  // One result waits for acceptance, one is disputed.
  for (const state of ["COMPLETED", "ARBITRATION"] as const)
    await anOffer(
      db,
      mine.accountId,
      await aJob(db, mine.accountId, { serviceId: 1, state: "COMPLETED", workmanId: near }),
      near ?? 0,
      state,
    );
  await sql`
    INSERT INTO employments (account_id, workman_id, state, agreed_at)
    VALUES (${mine.accountId}, ${near}, 'ACTIVE', now()),
      (${mine.accountId}, ${far}, 'ACTIVE', now()),
      (${mine.accountId}, ${left}, 'ENDED', now()), (${mine.accountId}, ${again}, 'ACTIVE', now())`.execute(
    db,
  );
  const paper = (workman: number | undefined, days: number, state = "VALID") =>
    sql`
      INSERT INTO workman_documents (workman_id, type, state, expire_date)
      VALUES (${workman}, 'patent', ${state}, ${addDays(today, days)}::date)`.execute(db);
  await paper(near, 5, "EXPIRING");
  await paper(near, -3, "EXPIRED");
  await paper(near, 365, "CHECKING");
  await paper(far, 31);
  await paper(left, 5);
  // A newer patent is already there.
  await paper(again, 2, "EXPIRING");
  await paper(again, 365);
}

async function read<Answer>(phone: string, url: string): Promise<Answer> {
  const response = await product.http.inject({ url, headers: await product.signIn(phone) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

const summary = (phone: string) => read<AccountSummary>(phone, "/open-api/v1/account/summary");

const oneOf = ({ attention }: AccountSummary, kind: string) =>
  attention.find((one) => one.kind.id === kind);
const countOf = (seen: AccountSummary, kind: string) => oneOf(seen, kind)?.count ?? 0;
const jobsOf = ({ jobsByState }: AccountSummary, id: string) =>
  jobsByState?.find(({ state }) => state.id === id)?.count;

test("the owner's numbers are those of the payouts themselves", async () => {
  const seen = await summary(OWNER);
  const { rows } = await sql<{ count: number; rubles: number }>`
    SELECT count(*)::integer AS count, (sum(p.amount_kopecks) / 100)::float8 AS rubles
    FROM payouts p
    JOIN receipts c ON c.account_id = p.account_id AND c.payout_id = p.id
    WHERE p.account_id = ${mine.accountId} AND c.state = 'REGISTERED'`.execute(database.kysely);
  expect(seen.payoutsByDay).toHaveLength(30);
  expect(seen.payoutsByDay?.at(-1)).toEqual({
    date: today,
    count: rows[0]?.count,
    amount: rows[0]?.rubles,
  });
  expect(
    seen.payoutsByDay?.slice(0, -1).every(({ amount, count }) => amount === 0 && count === 0),
  ).toBe(true);
  expect(seen.payoutsByDay?.[0]?.date).toBe(addDays(today, -29));
  const balance = await sql<{
    rubles: number;
  }>`
    SELECT (sum(balance_kopecks) / 100)::float8 AS rubles
    FROM ledger_accounts
    WHERE account_id = ${mine.accountId} AND code IN ('CUST_AVAIL', 'CUST_RES')`.execute(
    database.kysely,
  );
  expect(seen.money).toEqual({
    balance: Math.abs(balance.rows[0]?.rubles ?? 0),
    balanceReserved: 0,
    scheduled: 0,
    onTheWay: 0,
    daysLeft: expect.any(Number),
  });
});

test("what needs a decision is counted, the most urgent first", async () => {
  const seen = await summary(OWNER);
  expect(seen.attention.map(({ kind, count }) => [kind.id, count])).toEqual([
    ["PAYOUT_FAILED", 1],
    ["JOB_RESULT", 1],
    ["OFFER_WAITING", 1],
    ["PAPERS_EXPIRING", 2],
    ["JOB_REJECTED", 1],
  ]);
  await sql`
    UPDATE registries
    SET state = 'APPROVAL', approval_rules = '[]', approval_requested_at = now(), hold_id = NULL
    WHERE id = ${mine.registryId} AND account_id = ${mine.accountId}`.execute(database.kysely);
  expect(oneOf(await summary(OWNER), "PAYROLL_APPROVAL")).toEqual({
    kind: { id: "PAYROLL_APPROVAL", title: "Реестры ждут согласования" },
    count: 1,
    amount: 120_000,
    registryID: mine.registryId,
  });
  expect(countOf(await summary(PEOPLE.ACCOUNTANT), "PAYROLL_APPROVAL")).toBe(0);
});

test("each figure is the total of the list it opens, for whoever sees it", async () => {
  // Annulled today, on the first day that is still told, and on the day before it.
  await sql`
    UPDATE receipts c
    SET state = 'REVERSED_BY_WORKMAN', reversed_at = r.moment
    FROM (SELECT account_id, payout_id,
        ${product.clock.now()}::timestamptz
          - ((ARRAY[0, 29, 30])[row_number() OVER (ORDER BY payout_id)]) * interval '1 day' AS moment
      FROM receipts
      WHERE account_id = ${mine.accountId} AND state = 'REGISTERED'
      ORDER BY payout_id
      LIMIT 3) r
    WHERE c.account_id = r.account_id AND c.payout_id = r.payout_id`.execute(database.kysely);
  const figures = (phone: string) => openFigures((url) => read(phone, url), today);
  const owners = await figures(OWNER);
  expect(owners.opened).toEqual(owners.said);
  expect(owners.said.slice(0, 7)).toEqual([
    ["PAYOUT_FAILED", 1],
    ["PAYROLL_APPROVAL", 1],
    ["JOB_RESULT", 1],
    ["OFFER_WAITING", 1],
    ["PAPERS_EXPIRING", 2],
    ["JOB_REJECTED", 1],
    ["RECEIPT_ANNULLED", 2],
  ]);
  await sql`
    UPDATE registries SET state = 'INVALID'
    WHERE id = ${mine.registryId} AND account_id = ${mine.accountId}`.execute(database.kysely);
  expect(countOf(await summary(PEOPLE.ACCOUNTANT), "PAYROLL_ERRORS")).toBe(1);
  for (const phone of Object.values(PEOPLE)) {
    const { said, opened } = await figures(phone);
    expect(opened, phone).toEqual(said);
  }
});

test("registries that wait for their start, and invoices for their payment, are told with their sums", async () => {
  const addRegistry = async (state: string, pay: bigint, commission: bigint) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
        ready_count, amount_kopecks, commission_kopecks)
      VALUES (${mine.accountId}, 'payroll', ${state}, nextval('registry_item_ids')::integer,
        ${mine.ownerId}, now(), ${today}::date, 1, ${pay}, ${commission})
      RETURNING id`.execute(database.kysely);
    return rows[0]?.id;
  };
  const addInvoice = async (state: string, amount: bigint, paid: bigint) =>
    sql`
      INSERT INTO invoices (account_id, state, bank_provider, amount_kopecks, paid_kopecks,
        valid_until, created_by, created_at)
      VALUES (${mine.accountId}, ${state}, 'MAIN', ${amount}, ${paid}, ${today}::date,
        ${mine.ownerId}, now())`.execute(database.kysely);
  const ready = await addRegistry("READY", 70_000_000n, 2_100_000n);
  await addRegistry("SCHEDULED", 900_000n, 27_000n);
  await addInvoice("created", 100_000n, 0n);
  await addInvoice("partially_paid", 100_000n, 25_050n);
  await addInvoice("expired", 100_000n, 0n);
  const seen = await summary(OWNER);
  const available = (seen.money?.balance ?? 0) - (seen.money?.balanceReserved ?? 0);
  expect(seen.money?.scheduled).toBe(9270);
  expect(oneOf(seen, "PAYROLL_READY")).toMatchObject({
    count: 1,
    amount: 700_000,
    registryID: ready,
  });
  expect(oneOf(seen, "PAYROLL_SHORTAGE")).toMatchObject({
    count: 1,
    amount: 721_000 - available,
    registryID: ready,
  });
  expect(oneOf(seen, "INVOICE_UNPAID")).toMatchObject({
    count: 2,
    amount: 1749.5,
    registryID: null,
  });

  await addRegistry("READY", 100n, 3n);
  const { said, opened } = await openFigures((url) => read(OWNER, url), today);
  expect(opened).toEqual(said);
  expect(said).toEqual(
    expect.arrayContaining([
      ["PAYROLL_READY", 2],
      ["PAYROLL_SHORTAGE", 2],
    ]),
  );
  expect(oneOf(await summary(OWNER), "PAYROLL_READY")).toMatchObject({
    count: 2,
    amount: 700_001,
    registryID: null,
  });
  // Who may not start it does not read that it is ready, nor what lacks.
  const accountants = await summary(PEOPLE.ACCOUNTANT);
  expect(countOf(accountants, "INVOICE_UNPAID")).toBe(2);
  for (const kind of ["PAYROLL_READY", "PAYROLL_SHORTAGE"])
    expect(countOf(accountants, kind), kind).toBe(0);
});

test("the money lasts as long as the mean spending of thirty days says", async () => {
  const { rows } = await sql<{ days: number }>`
    SELECT floor((SELECT balance_kopecks
          FROM ledger_accounts
          WHERE account_id = ${mine.accountId} AND code = 'CUST_AVAIL') * 30
        / sum(p.amount_kopecks + p.commission_kopecks))::integer AS days
    FROM payouts p
    JOIN receipts c ON c.account_id = p.account_id AND c.payout_id = p.id
    WHERE p.account_id = ${mine.accountId}`.execute(database.kysely);
  expect((await summary(OWNER)).money?.daysLeft).toBe(rows[0]?.days);
});

test("jobs are counted by state, rows of payrolls are no jobs", async () => {
  const seen = await summary(OWNER);
  expect(jobsOf(seen, "PUBLISHED")).toBe(3);
  expect(jobsOf(seen, "FINISHED")).toBe(1);
  expect(jobsOf(seen, "CANCELED")).toBe(0);
  expect(seen.jobsByState).toHaveLength(9);
});

test("papers that ended or will within thirty days are named; of workers who left, replaced and later ones are not", async () => {
  const { expiringDocuments } = await summary(OWNER);
  const patent = (days: number) => ({
    id: expect.any(Number),
    workman: { id: expect.any(Number), name: "Иванов Иван" },
    type: { id: "patent", title: "Патент" },
    expireDate: addDays(today, days),
    isExpired: days < 0,
    // What replaces both waits for its check.
    isInReview: true,
  });
  expect(expiringDocuments).toEqual({ total: 2, items: [patent(-3), patent(5)] });
});

test("money is told only to the roles that may see it", async () => {
  expect(await summary(PEOPLE.ACCOUNTANT)).toMatchObject({
    money: null,
    payoutsByDay: expect.any(Array),
  });
  for (const role of ["VIEWER", "PROJECT_MANAGER", "RECRUITER", "SIGNATORY"] as const) {
    expect(await summary(PEOPLE[role]), role).toMatchObject({ money: null, payoutsByDay: null });
  }
  expect(countOf(await summary(PEOPLE.VIEWER), "OFFER_WAITING")).toBe(0);
});

test("a user limited to projects counts those of his projects only", async () => {
  const seen = await summary(PEOPLE.PROJECT_MANAGER);
  expect(jobsOf(seen, "PUBLISHED")).toBe(1);
  expect(seen.attention.map(({ kind, count }) => [kind.id, count])).toEqual([["OFFER_WAITING", 1]]);
  expect(seen.expiringDocuments).toEqual({ total: 0, items: [] });
});

test("another company sees its own numbers, a worker and a guest none", async () => {
  const theirs = await summary(STRANGER);
  expect(theirs.payoutsByDay?.at(-1)).toMatchObject({ count: 3, amount: 30_000 });
  expect(theirs.attention).toEqual([]);
  expect(theirs.expiringDocuments).toEqual({ total: 0, items: [] });
  expect((await product.http.inject({ url: "/open-api/v1/account/summary" })).statusCode).toBe(401);
  const asWorkman = await product.http.inject({
    url: "/open-api/v1/account/summary",
    headers: await product.signIn("79100000001"),
  });
  expect(asWorkman.statusCode).toBe(403);
});
