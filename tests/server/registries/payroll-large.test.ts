import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { SERVED_KINDS } from "#server/modules/registries/served-kinds.ts";
import { validateRegistryTask } from "#server/modules/registries/validation/validate-registry.ts";
import { createDatabase } from "#server/data/database.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aCustomer, addWorkmen, seedServices } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import {
  makePayrollWorkers,
  PAYROLL_MISTAKES,
  writePayrollFile,
} from "#tests/support/payroll-file.ts";

const ROWS = 100_000;
const ERRORS = 500;
const EVERY = ROWS / ERRORS;

let product: TestApp;
let desk: PayrollDesk;
let folder: string;
const workers = makePayrollWorkers(5_000);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payroll-large-"));
  product = await buildTestApp();
  await seedServices(product.database.kysely);
  await addWorkmen(product.database.kysely, workers);
  desk = new PayrollDesk(product, (await aCustomer(product.database.kysely)).ownerPhone);
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

async function makeFile(rowCount: number, errorCount: number, seed: number): Promise<Buffer> {
  const path = join(folder, `${seed}.csv`);
  await writePayrollFile({
    path,
    format: "csv",
    rowCount,
    errorCount,
    workers,
    today: moscowDate(product.clock.now()),
    seed,
  });
  return readFile(path);
}

test("all five hundred mistakes among a hundred thousand rows are found, each at its row, and nothing is paid", async () => {
  const id = await desk.upload(await makeFile(ROWS, ERRORS, 1));
  expect(await desk.registry(id)).toMatchObject({
    state: { id: "PARTIALLY_READY" },
    rowsCount: ROWS,
    readyCount: ROWS - ERRORS,
    errorsCount: ERRORS,
  });

  const found: [number, string, string][] = [];
  for (let page = 1; page <= ERRORS / 100; page += 1) {
    const { items, meta } = await desk.items(id, `?onlyErrors=true&perPage=100&page=${page}`);
    expect(meta.total).toBe(ERRORS);
    for (const item of items)
      for (const error of item.errors) found.push([item.rowNo, error.column ?? "", error.cause]);
  }
  const planted = Array.from({ length: ERRORS }, (_, index) => {
    const mistake = PAYROLL_MISTAKES[index % PAYROLL_MISTAKES.length];
    return [(index + 1) * EVERY, mistake?.column, mistake?.code];
  });
  expect(found).toEqual(planted);

  const findings = (await desk.findings(id)).filter(({ severity }) => severity === "error");
  expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(ERRORS);
  expect(findings.find(({ cause }) => cause === "inn_checksum")).toMatchObject({
    count: 42,
    sampleRows: [1, 13, 25, 37, 49].map((index) => 1 + index * EVERY),
  });

  const deep = await desk.items(id, "?page=3000&perPage=30");
  expect(deep.items.map(({ rowNo }) => rowNo)).toEqual(
    Array.from({ length: 30 }, (_, index) => 2_999 * 30 + index + 1),
  );
  const { rows } = await sql`
        SELECT (SELECT count(*) FROM payouts) AS payouts, (SELECT count(*) FROM jobs) AS jobs,
          (SELECT count(*) FROM postings) AS postings`.execute(product.database.kysely);
  expect(rows[0]).toEqual({ payouts: 0n, jobs: 0n, postings: 0n });
});

test("a check that dies half way begins anew, and every row is stored once", async () => {
  const form = await desk.send("/payroll-registries", await makeFile(20_000, 100, 2));
  const { id } = form.json<{ id: number }>();
  const deps = { db: product.db.kysely, pool: product.db.pool, clock: product.clock };
  // The validating process loses its database midway; its lease stays.
  const dying = createDatabase({
    connectionString: product.database.connectionString,
    max: 6,
    applicationName: "dying",
  });
  const files = {
    localPath: async () => ({ path: join(folder, "2.csv"), release: async () => undefined }),
  };
  const check = validateRegistryTask(
    { ...deps, db: dying.kysely, pool: dying.pool, files } as unknown as Parameters<
      typeof validateRegistryTask
    >[0],
    SERVED_KINDS.payroll,
  ).run(new AbortController().signal);
  const outcome = check.then(
    () => "checked",
    () => "died",
  );
  for (let stored = 0; stored === 0;) {
    stored =
      (
        await sql<{
          row_count: number;
        }>`SELECT row_count FROM registries WHERE id = ${id}`.execute(product.database.kysely)
      ).rows[0]?.row_count ?? 0;
  }
  await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'dying'`.execute(
    product.database.kysely,
  );
  expect(await outcome).toBe("died");
  await dying.close();
  await sql`
      UPDATE registries
      SET claimed_until = now() - interval '1 second'
      WHERE id = ${id} AND state = 'VALIDATING'`.execute(product.database.kysely);
  await product.runTasksUntilIdle();
  expect(await desk.registry(id)).toMatchObject({
    state: { id: "PARTIALLY_READY" },
    rowsCount: 20_000,
    errorsCount: 100,
  });
  const { rows } = await sql`
        SELECT count(*)::integer AS rows, count(DISTINCT row_no)::integer AS numbers,
          max(row_no) AS last
        FROM registry_items
        WHERE registry_id = ${id}`.execute(product.database.kysely);
  expect(rows[0]).toEqual({ rows: 20_000, numbers: 20_000, last: 20_000 });
});

test("a check that is cancelled stops and leaves the registry cancelled", async () => {
  const { id } = (await desk.send("/payroll-registries", await makeFile(20_000, 0, 3))).json<{
    id: number;
  }>();
  const running = product.runTasksUntilIdle();
  for (let state = ""; state !== "VALIDATING";) state = (await desk.registry(id)).state.id;
  expect((await desk.cancel(id)).statusCode).toBe(200);
  await running;
  expect((await desk.registry(id)).state.id).toBe("CANCELED");
});
