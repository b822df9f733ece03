import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import type { PayoutWeeks } from "#contract/payouts/payout-weeks.ts";
import {
  addDays,
  moscowDate,
  moscowMidnight,
  toDayNumber,
} from "#contract/values/calendar-date.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { openPayoutFigures, type Read } from "#tests/support/opened-figures.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const OWNER = "79000000001";
const STRANGER = "79000000002";
const RECRUITER = "79000000031";
const LIMITED = "79000000032";
const STATES = PAYOUT_STATE.ids;
const DAY_MS = 86_400_000;

let database: TestDatabase;
let product: TestApp;
let mine: PayrollScene;
let projects: readonly number[];
let monday: string;

beforeAll(async () => {
  database = await createTestDatabase();
  mine = await makePayrollScene(database.kysely, { rows: STATES.length, seed: 1 });
  await makePayrollScene(database.kysely, { rows: 1, seed: 2 });
  product = await buildTestApp({ database });
  const today = moscowDate(product.clock.now());
  monday = addDays(today, -((toDayNumber(today) + 3) % 7));
  await addPayouts();
  const { kysely: db } = database;
  await aPersonWithRole(db, mine.accountId, "RECRUITER", { phone: RECRUITER });
  await aPersonWithRole(db, mine.accountId, "ACCOUNTANT", {
    phone: LIMITED,
    projectIds: projects.slice(0, 2),
  });
});
afterAll(async () => {
  await product.close();
  await database.drop();
});

/** One of each state a week, in ten projects and none; from the last week before the plot on. */
async function addPayouts(): Promise<void> {
  const { kysely: db } = database;
  const { rows: made } = await sql<{ id: number }>`
    INSERT INTO projects (account_id, title)
    SELECT ${mine.accountId}, 'Объект ' || n FROM generate_series(1, 10) n RETURNING id`.execute(
    db,
  );
  projects = made.map(({ id }) => id);
  const { rows: workmen } = await sql<{ workman_id: number }>`
    SELECT workman_id FROM registry_items WHERE account_id = ${mine.accountId} ORDER BY row_no`.execute(
    db,
  );
  const first = moscowMidnight(addDays(monday, -7 * 12));
  for (let week = 0; week <= 12; week += 1) {
    for (const [index, state] of STATES.entries()) {
      // The first moment of Monday and the last of Sunday, in turns.
      const at = new Date(first.getTime() + week * 7 * DAY_MS + (index % 2) * (7 * DAY_MS - 1));
      const projectId = projects[(week + index) % 11] ?? null;
      const kopecks = BigInt(100_000 + week * 1001 + index * 7);
      await sql`
        WITH job AS (INSERT INTO jobs (account_id, kind, state, title, description, service_id,
            project_id, budget_kopecks, workman_id, tags, created_at)
          VALUES (${mine.accountId}, 'PAYROLL', 'FINISHED', 'Выкладка', 'Выкладка', 1,
            ${projectId}, ${kopecks}, ${workmen[index]?.workman_id}, '{}', ${at})
          RETURNING id)
        INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
          commission_kopecks, vat_kopecks, tax_reserved_kopecks, kind, due_at, created_at)
        SELECT ${mine.accountId}, ${state}, 0, id, ${workmen[index]?.workman_id}, ${kopecks}, 3000,
          500, ${index % 3 === 0 ? 6000 : 0}, 'CARD', ${at}, ${at}
        FROM job`.execute(db);
    }
  }
}

async function answer(phone: string, url: string) {
  return product.http.inject({ url, headers: await product.signIn(phone) });
}

function readAs(phone: string): Read {
  return async <Answer>(url: string) => {
    const response = await answer(phone, url);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<Answer>();
  };
}

const BY_WEEK = "/open-api/v1/payouts/by-week";

test("each figure by week and by project is that of the list it opens, in count and sum", async () => {
  for (const phone of [OWNER, LIMITED]) {
    const { said, opened } = await openPayoutFigures(readAs(phone));
    expect(opened, phone).toEqual(said);
  }
});

test("twelve weeks up to this Sunday tell what happened to each payout but the cancelled", async () => {
  const { weeks, projects: named, otherProjects } = await readAs(OWNER)<PayoutWeeks>(BY_WEEK);
  expect(weeks).toHaveLength(12);
  expect([weeks[0]?.firstDay, weeks[11]?.firstDay, weeks[11]?.lastDay]).toEqual([
    addDays(monday, -77),
    monday,
    addDays(monday, 6),
  ]);
  for (const { outcomes } of weeks)
    expect(outcomes.map(({ outcome, count }) => [outcome.title, count])).toEqual([
      ["Выплачено", 1],
      ["В пути", 3],
      ["Готовится", 4],
      ["Не прошло", 2],
      ["Возвращено банком", 1],
    ]);
  expect(named.map(({ project }) => project === null)).toEqual([...Array(8).fill(false), true]);
  expect(otherProjects?.projectIDs).toHaveLength(2);
  const all = [...named, ...(otherProjects ? [otherProjects] : [])];
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(12 * 4);
});

test("a user limited to projects counts theirs alone, another company none, others are refused", async () => {
  const limited = await readAs(LIMITED)<PayoutWeeks>(BY_WEEK);
  expect(new Set(limited.projects.map(({ project }) => project?.id))).toEqual(
    new Set(projects.slice(0, 2)),
  );
  const theirs = await readAs(STRANGER)<PayoutWeeks>(BY_WEEK);
  expect(theirs.weeks.every(({ outcomes }) => outcomes.length === 0)).toBe(true);
  expect(theirs.projects).toEqual([]);
  expect((await answer(RECRUITER, BY_WEEK)).statusCode).toBe(403);
  const foreign = await answer(STRANGER, `/open-api/v1/payouts?projectIDs=${projects.join(",")}`);
  expect(foreign.json<{ items: unknown[] }>().items).toEqual([]);
});
