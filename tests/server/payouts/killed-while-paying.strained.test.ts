import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLedger } from "#server/money/ledger/index.ts";
import { bundledProcess } from "#tests/support/bundled-process.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const KILLS = Number(process.env["KILLS"] ?? 10);
const ROWS = Number(process.env["KILL_ROWS"] ?? 100_000);

describe("R2: the paying process is killed at random moments", () => {
  let database: TestDatabase;
  let scene: PayrollScene;
  let start: Awaited<ReturnType<typeof bundledProcess>>;

  beforeAll(async () => {
    start = await bundledProcess("paying-process");
    database = await createTestDatabase();
    scene = await makePayrollScene(database.kysely, { rows: ROWS });
    await database.pool.query("VACUUM ANALYZE");
    const engine = makePayrollEngine(database.connectionString);
    await engine.confirm(scene);
    await engine.close();
  });
  afterAll(() => database.drop());

  const paid = async () =>
    (
      await sql<{
        paid: number;
      }>`SELECT paid_count AS paid FROM registries WHERE id = ${scene.registryId}`.execute(
        database.kysely,
      )
    ).rows[0]?.paid ?? 0;

  /** The newest entry of the ledger: what the killed one had leased waits, the others are worked at. */
  const newestEntry = async () =>
    (
      await sql<{ id: bigint | null }>`SELECT max(id) AS id FROM ledger_entries`.execute(
        database.kysely,
      )
    ).rows[0]?.id ?? null;

  /** Waits until money moves again: sooner than the killed one's lease of two minutes ends. */
  const untilMoved = async () => {
    const before = await newestEntry();
    const isOver = (await paid()) === ROWS;
    const deadline = performance.now() + 60_000;
    while (!isOver && (await newestEntry()) === before) {
      if (performance.now() > deadline) throw new Error("work did not go on");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  test(`${KILLS} kills later every row is paid exactly once, and work always went on by itself`, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = await startPaying(start, database.connectionString);
      await untilMoved();
      // The database may analyse its tables at any time, also during the work: no resulting plan
      // may stall it.
      if (kill < 2) {
        await database.pool.query("ANALYZE");
        await untilMoved();
      }
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    const last = await startPaying(start, database.connectionString);
    const deadline = performance.now() + 240_000;
    while ((await paid()) < ROWS && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 200));
    last.kill("SIGKILL");
    await once(last, "exit");

    const { rows } = await sql<Record<string, bigint | string>>`
      SELECT (SELECT count(*) FROM payouts WHERE state = 'PAID') AS paid,
        (SELECT count(DISTINCT row_no) FROM payouts) AS rows,
        (SELECT count(*) FROM sandbox.bank_orders) AS orders,
          (SELECT count(*) FROM receipts WHERE state = 'REGISTERED') AS receipts,
        (SELECT state FROM registries WHERE id = ${scene.registryId}) AS state`.execute(
      database.kysely,
    );
    const all = BigInt(ROWS);
    expect(rows[0]).toEqual({
      paid: all,
      rows: all,
      orders: all,
      receipts: all,
      state: "EXECUTED",
    });
    expect(await auditLedger(database.kysely)).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
  }, 600_000);
});

async function startPaying(
  start: (parameters: readonly string[]) => ChildProcess,
  connectionString: string,
): Promise<ChildProcess> {
  const child = start([connectionString]);
  child.stderr?.pipe(process.stderr);
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}
