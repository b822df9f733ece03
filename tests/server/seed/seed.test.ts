import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findLabourWord } from "#contract/registries/kinds/labour-words.ts";
import { NOTICE_PAYLOADS } from "#contract/notices/notice-payloads.ts";
import { noticeNameOf } from "#contract/notices/notice-types.ts";
import {
  isAccountOfBank,
  isBic,
  isCorrespondentAccount,
  isWorkmanAccount,
} from "#contract/values/bank-details.ts";
import { companyInnFinding, isKpp, personInnFinding } from "#contract/values/inn.ts";
import { isOgrn } from "#contract/values/ogrn.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { systemClock } from "#server/data/clock.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { Check } from "typebox/value";

let database: TestDatabase;
const secrets = makeSecrets("a secret of this test file, long enough");

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDatabase(database.kysely, "demo", systemClock, secrets);
});
afterAll(async () => database.drop());

async function rowsOf<Row extends object>(sql: string): Promise<Row[]> {
  return (await database.pool.query<Row>(sql)).rows;
}

test("a second start leaves a filled database as it is", async () => {
  const count = `
    SELECT (SELECT count(*) FROM people) AS people, (SELECT count(*) FROM postings) AS postings,
      (SELECT count(*) FROM services) AS services`;
  const before = await rowsOf(count);
  expect(await seedDatabase(database.kysely, "demo", systemClock, secrets)).toBe(false);
  expect(await seedDatabase(database.kysely, "none", systemClock, secrets)).toBe(false);
  expect(await seedDatabase(database.kysely, "reference", systemClock, secrets)).toBe(true);
  expect(await rowsOf(count)).toEqual(before);
});

describe("every number of the demonstration passes its own check", () => {
  test("companies", async () => {
    const accounts = await rowsOf<{ inn: string; kpp: string; ogrn: string }>(
      "SELECT inn, kpp, ogrn FROM accounts",
    );
    expect(accounts).toHaveLength(8);
    for (const account of accounts)
      expect([companyInnFinding(account.inn), isKpp(account.kpp), isOgrn(account.ogrn)]).toEqual([
        null,
        true,
        true,
      ]);
  });

  test("workers and what they are paid to", async () => {
    const workmen = await rowsOf<{ inn: string }>("SELECT inn FROM workmen WHERE inn IS NOT NULL");
    expect(workmen.length).toBeGreaterThan(70);
    expect(workmen.filter((one) => personInnFinding(one.inn) !== null)).toEqual([]);

    const accounts = await rowsOf<{
      bank_bik: string;
      cor_account_number: string;
      sealed_account_number: Buffer;
      account_mask: string;
    }>("SELECT * FROM workman_payment_accounts");
    expect(accounts.length).toBeGreaterThan(10);
    for (const one of accounts) {
      const number = secrets.unseal(one.sealed_account_number);
      expect([
        isBic(one.bank_bik),
        isCorrespondentAccount(one.bank_bik, one.cor_account_number),
        isAccountOfBank(one.bank_bik, number),
        isWorkmanAccount(number),
      ]).toEqual([true, true, true, true]);
      expect(one.account_mask).not.toContain(number.slice(5, 16));
    }
  });

  test("receipt texts are long enough and say nothing of wages", async () => {
    const services = await rowsOf<{ code: string; default_receipt_text: string }>(
      "SELECT code, default_receipt_text FROM services",
    );
    expect(services).toHaveLength(85);
    expect(
      services.filter(
        (one) =>
          one.default_receipt_text.length < 5 || findLabourWord(one.default_receipt_text) !== null,
      ),
    ).toEqual([]);
  });
});

test("the books are right and show the opening balances, less what is frozen for offers at work", async () => {
  expect(await auditLedger(database.kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
  for (const [account, opening] of [
    [1, 2_500_000_000n],
    [2, 300_000_000n],
  ] as const) {
    const [held] = await rowsOf<{ kopecks: bigint }>(
      `
        SELECT sum(amount_kopecks + commission_kopecks)::bigint AS kopecks
        FROM job_offers
        WHERE account_id = ${account}
          AND state IN ('ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION')`,
    );
    const reserved = held?.kopecks ?? 0n;
    expect(reserved).toBeGreaterThan(0n);
    expect(await balanceOfAccount(database.kysely, account)).toEqual({
      available: opening - reserved,
      reserved,
    });
  }
  const breaks = await rowsOf<{ broken: bigint | null }>(
    "SELECT audit_first_break(id) AS broken FROM accounts",
  );
  expect(breaks.filter((one) => one.broken !== null)).toEqual([]);
});

test("every role and the fixed phones are there, and one person works for both customers", async () => {
  const users = await rowsOf<{
    phone: string;
    account_id: number;
    role: string;
    project_ids: number[] | null;
  }>(
    "SELECT p.phone, u.account_id, u.role, u.project_ids FROM account_users u JOIN people p ON p.id = u.person_id ORDER BY u.account_id, p.phone",
  );
  expect(users.slice(0, 8).map((one) => one.role)).toEqual([
    "OWNER",
    "ADMIN",
    "FINANCE_MANAGER",
    "ACCOUNTANT",
    "SIGNATORY",
    "PROJECT_MANAGER",
    "RECRUITER",
    "VIEWER",
  ]);
  expect(users.filter((one) => one.phone === "79000000009").map((one) => one.account_id)).toEqual([
    1, 2,
  ]);
  expect(users.find((one) => one.phone === "79000000006")?.project_ids).toHaveLength(1);
});

test("catalogues have enough to be looked through: jobs of every group in many cities, in every state, with reviews", async () => {
  const [published] = await rowsOf<{
    count: number;
    cities: number;
    groups: number;
    rows_of_late: number;
  }>(`
    SELECT count(*)::integer AS count, count(DISTINCT j.city_id)::integer AS cities,
      count(DISTINCT s.group_id)::integer AS groups,
      count(*) FILTER (WHERE j.finish_at < now())::integer AS rows_of_late
    FROM jobs j
    JOIN services s ON s.id = j.service_id
    WHERE j.kind = 'OFFER' AND j.state = 'PUBLISHED' AND j.visibility = 'ALL'`);
  expect(published?.count).toBeGreaterThanOrEqual(60);
  expect(published).toMatchObject({ cities: expect.any(Number), groups: 12, rows_of_late: 0 });
  expect(published?.cities).toBeGreaterThan(10);
  for (const account of [1, 2]) {
    const states = await rowsOf<{ state: string }>(
      `SELECT DISTINCT state FROM jobs WHERE account_id = ${account} AND kind = 'OFFER'`,
    );
    expect(states.map((one) => one.state).sort()).toEqual([
      "CANCELED",
      "COMPLETED",
      "DRAFT",
      "FINISHED",
      "INPROGRESS",
      "MODERATION",
      "PUBLISHED",
      "REJECTED",
      "WORKMANPENDING",
    ]);
  }
  const [silent] = await rowsOf<{ silent: number; all: number }>(
    "SELECT count(*) FILTER (WHERE about = '')::integer AS silent, count(*)::integer AS all FROM workmen WHERE state = 'ACTIVE'",
  );
  expect(silent?.silent).toBeLessThan((silent?.all ?? 0) / 2);
  const [rated] = await rowsOf<{ workmen: number; accounts: number; wrong: number }>(`
    SELECT (SELECT count(*)::integer FROM workmen WHERE reviews_count > 0) AS workmen,
      (SELECT count(*)::integer FROM accounts WHERE reviews_count > 0) AS accounts,
      (SELECT count(*)::integer
        FROM workmen w
        WHERE w.reviews_count <> (SELECT count(*)
          FROM workman_reviews r
          WHERE r.workman_id = w.id AND r.state = 'PUBLISHED')) AS wrong`);
  expect(rated?.workmen).toBeGreaterThan(30);
  expect(rated).toMatchObject({ accounts: 8, wrong: 0 });
  // Every worker of a job was accepted for it.
  expect(
    await rowsOf(
      "SELECT j.id FROM jobs j WHERE j.kind = 'OFFER' AND j.workman_id IS NOT NULL AND NOT EXISTS (SELECT FROM job_offers o WHERE o.account_id = j.account_id AND o.job_id = j.id AND o.workman_id = j.workman_id AND o.state IN ('ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION', 'FINISHED'))",
    ),
  ).toEqual([]);
});

test("worker 101 has offers in every state a person may meet, and a change of a payout to answer", async () => {
  const states = await rowsOf<{ state: string }>(
    "SELECT DISTINCT o.state FROM job_offers o JOIN workmen w ON w.id = o.workman_id JOIN people p ON p.id = w.person_id WHERE p.phone = '79000000101'",
  );
  // One of the two completed results is accepted while the past is made.
  expect(states.map((one) => one.state).sort()).toEqual([
    "ARBITRATION",
    "ARCHIVED",
    "CANCELED",
    "COMPLETED",
    "CREATED",
    "DECLINED",
    "FINISHED",
    "INPROGRESS",
    "REJECTED",
  ]);
  expect(
    await rowsOf(
      "SELECT o.id FROM job_offers o WHERE (o.state = 'ARBITRATION') <> EXISTS (SELECT FROM job_offer_arbitrations t WHERE t.account_id = o.account_id AND t.offer_id = o.id AND t.state = 'OPEN')",
    ),
  ).toEqual([]);
  expect(
    await rowsOf(
      "SELECT id FROM job_offers WHERE state = 'ACCEPTED' AND accepted_at < now() - interval '2 days'",
    ),
  ).toEqual([]);
});

test("jobs of the demonstration ask for a result, not for wages, and name no contacts", async () => {
  const jobs = await rowsOf<{ text: string }>(
    "SELECT title || ' ' || description AS text FROM jobs WHERE kind = 'OFFER' AND state <> 'REJECTED'",
  );
  expect(
    jobs.filter(
      ({ text }) => findLabourWord(text) !== null || /@|https?:|\+7|\d{3}-\d{2}/.test(text),
    ),
  ).toEqual([]);
});

test("the simulated tax service agrees with what the profiles say", async () => {
  const rows = await rowsOf<{ smz_state: string; agrees: boolean }>(`
    SELECT w.smz_state, CASE w.smz_state
      WHEN 'OK' THEN t.registered AND t.bound AND t.other_income_kopecks = 0
      WHEN 'NOTSE' THEN NOT t.registered
      WHEN 'NOACCESS' THEN t.registered AND NOT t.bound
      WHEN 'LIMITED' THEN t.other_income_kopecks >= 240000000
      ELSE true END AS agrees
    FROM workmen w JOIN sandbox.taxpayers t ON t.inn = w.inn`);
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !row.agrees)).toEqual([]);
  expect(new Set(rows.map((row) => row.smz_state))).toEqual(
    new Set(["OK", "NOTSE", "NOACCESS", "LIMITED", "UNKNOWN"]),
  );
});

test("every notice has the payload of its type", async () => {
  const notices = await rowsOf<{ type: string; resource: unknown }>(
    "SELECT type, resource FROM notices",
  );
  expect(notices.length).toBeGreaterThan(6);
  for (const one of notices) {
    const name = noticeNameOf(one.type);
    expect(name && Check(NOTICE_PAYLOADS[name], one.resource), one.type).toBe(true);
  }
});
