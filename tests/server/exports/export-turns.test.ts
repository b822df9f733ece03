import { sql } from "kysely";
import pdfMake from "pdfmake";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { byTurns } from "#server/modules/exports/index.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

async function add(
  accountId: number,
  isLarge: boolean,
  state = "NEW",
  readyAt: Date | null = null,
  type = "PAYOUTS",
) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO exports (account_id, kind, state, title, types, filters, format, created_by, role,
      created_at, due_at, is_large, ready_at, claimed_until)
    SELECT ${accountId}, 'universal', ${state}, 'Выгрузка', ARRAY[${type}], '{}', 'csv', p.id,
      'OWNER', now(), now() - interval '1 hour', ${isLarge}, ${readyAt}::timestamptz,
      now() + interval '1 day'
    FROM people p ORDER BY p.id LIMIT 1
    RETURNING id`.execute(demo.database.kysely);
  return rows[0]?.id ?? 0;
}

test("a small export waits for no large one, a second large one of a company for the first, and companies take turns", async () => {
  const { rows: accounts } = await sql<{ id: number }>`
    SELECT id FROM accounts ORDER BY id LIMIT 2`.execute(demo.database.kysely);
  const [one = 0, other = 0] = accounts.map(({ id }) => id);
  await sql`DELETE FROM exports`.execute(demo.database.kysely);
  await add(one, true, "PROCESSING");
  const second = await add(one, true);
  await add(one, false, "READY", new Date());
  const small = [await add(one, false), await add(one, false)];
  const others = await add(other, false);

  const { rows } = await sql<{ id: number }>`
    SELECT x.id FROM exports x WHERE x.state = 'NEW' AND NOT x.is_large
    ORDER BY ${byTurns("exports")}`.execute(demo.database.kysely);
  expect(rows.map(({ id }) => id)).toEqual([others, ...small]);

  await demo.runTasksUntilIdle();
  const states = await sql<{ id: number; state: string }>`
    SELECT id, state FROM exports`.execute(demo.database.kysely);
  const stateOf = (id: number) => states.rows.find((row) => row.id === id)?.state;
  expect(stateOf(second)).toBe("NEW");
  for (const id of [...small, others]) expect(stateOf(id)).not.toBe("NEW");
});

test("an archive of few documents holds up no table, of its own company neither", async () => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM accounts ORDER BY id LIMIT 2`.execute(demo.database.kysely);
  const [one = 0, other = 0] = rows.map(({ id }) => id);
  await sql`DELETE FROM exports`.execute(demo.database.kysely);
  await add(one, false, "PROCESSING", null, "DOCUMENTS_ARCHIVE");
  const second = await add(one, false, "NEW", null, "DOCUMENTS_ARCHIVE");
  const tables = [await add(one, false), await add(other, false)];

  await demo.runTasksUntilIdle();
  const made = await sql<{ id: number }>`
    SELECT id FROM exports WHERE state NOT IN ('NEW', 'PROCESSING') ORDER BY id`.execute(
    demo.database.kysely,
  );
  expect(made.rows.map(({ id }) => id)).toEqual(tables);
  expect(made.rows.map(({ id }) => id)).not.toContain(second);
});

test("an archive that outlasts its turn is made behind the large ones, and loses no lease to slow documents", async () => {
  await sql`DELETE FROM exports`.execute(demo.database.kysely);
  await sql`
    INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, workman_id,
      created_at)
    SELECT d.account_id, d.type, 'AUTO_SIGNED', 'A' || n, d.document_date, d.job_id, d.workman_id,
      d.created_at
    FROM (SELECT * FROM job_documents WHERE account_id = 1 AND type = 'ACT' LIMIT 1) d,
      generate_series(1, 80) n`.execute(demo.database.kysely);
  const today = moscowDate(demo.clock.now());
  const ordered = await demo.call(
    CAST.accountant,
    "POST",
    "/open-api/v1/job-document-export-registries",
    { filters: { periodStart: addDays(today, -300), periodEnd: today, types: ["ACT"] } },
  );
  expect(ordered.status).toBe(200);
  const createPdf = pdfMake.createPdf.bind(pdfMake);
  const slow = vi.spyOn(pdfMake, "createPdf").mockImplementation((...document) => {
    demo.clock.advance(30_000);
    return createPdf(...document);
  });
  onTestFinished(() => slow.mockRestore());
  await demo.runTasksUntilIdle();
  const { rows } = await sql`
    SELECT state, is_large, attempt, done_rows > 80 AS has_all FROM exports`.execute(
    demo.database.kysely,
  );
  expect(rows).toEqual([{ state: "READY", is_large: true, attempt: 1, has_all: true }]);
});
