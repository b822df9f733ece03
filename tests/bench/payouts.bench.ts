import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { startEmbeddedPostgres } from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { startSession } from "#server/modules/auth/sessions.ts";
import { systemClock } from "#server/data/clock.ts";
import { createDatabase, type Database } from "#server/data/database.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { startBuiltServer } from "./built-server.ts";
import { atMost, median, percentile, type Figure } from "./figure.ts";
import { freshDatabase } from "./fresh-database.ts";
import { sized } from "./size.ts";

const ROUNDS = sized(3, 1);
const IDLE_MS = sized(20_000, 300);
const WARM_UP_MS = sized(4000, 100);
const SECRET = "a secret of benches that is long enough";

/**
 * P2: a registry paid by the built server against one hand-written transaction with as many rows
 * and twice the postings; and the delay of a list meanwhile.
 */
export async function executionFigures(rows = sized(100_000, 100)): Promise<Figure[]> {
  const limits: number[] = [];
  const chains: number[] = [];
  const small: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await timeHandWritten(rows));
    chains.push(await payByProduct(rows, timePayment));
    small.push(await payByProduct(rows / 10, timePayment));
  }
  const lists = await payByProduct(rows, timeLists);
  return [
    atMost(
      "P2",
      `запуск реестра из ${rows} строк: вся цепочка к одной ручной транзакции`,
      median(chains),
      median(limits),
      4,
    ),
    atMost(
      "P2-lists",
      "99 из 100 списков, пока платится реестр, к тем же в покое",
      percentile(lists.busyMs, 0.99),
      percentile(lists.idleMs, 0.99),
      2,
    ),
    atMost(
      "P8-P2",
      `время на строку: ${rows} к ${rows / 10}`,
      median(chains) / rows,
      median(small) / (rows / 10),
      1.3,
    ),
  ];
}

/** A validated registry and the built server that will pay it. */
interface Stage {
  readonly database: Database;
  readonly url: string;
  readonly scene: PayrollScene;
  readonly rows: number;
  confirm(): Promise<void>;
}

async function payByProduct<Result>(
  rows: number,
  measure: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "samozanyatye-pay-"));
  await chmod(folder, 0o711);
  // The server takes over the PostgreSQL running in its folder.
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const database = createDatabase({
    connectionString: postgres.connectionString(),
    max: 4,
    applicationName: "bench",
  });
  try {
    await migrate(database.pool);
    const scene = await makePayrollScene(database.kysely, { rows });
    await settle(database.kysely);
    const server = await startBuiltServer(folder, {
      SEED: "none",
      SECRET,
      RATE_LIMIT_PER_MINUTE: "0",
    });
    const engine = makePayrollEngine(postgres.connectionString(), {
      connections: 2,
      secret: SECRET,
    });
    try {
      return await measure({
        database,
        url: server.url,
        scene,
        rows,
        confirm: () => engine.confirm(scene),
      });
    } finally {
      await engine.close();
      await server.stop();
    }
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timePayment({ database, scene, rows, confirm }: Stage): Promise<number> {
  const started = performance.now();
  await confirm();
  await waitUntilPaid(database.kysely, scene, rows);
  return performance.now() - started;
}

/** Times of a list read again and again, before and during the payment. */
async function timeLists({
  database,
  url,
  scene,
  rows,
  confirm,
}: Stage): Promise<{ idleMs: number[]; busyMs: number[] }> {
  const ask = await listReader(database, url, scene);
  await timesUntil(ask, pause(WARM_UP_MS));
  const idleMs = await timesUntil(ask, pause(IDLE_MS));
  await confirm();
  const busyMs = await timesUntil(ask, waitUntilPaid(database.kysely, scene, rows));
  return { idleMs, busyMs };
}

async function listReader(
  database: Database,
  url: string,
  scene: PayrollScene,
): Promise<() => Promise<void>> {
  const sessions = {
    pool: database.pool,
    outside: database.kysely,
    clock: systemClock,
    secrets: makeSecrets(SECRET),
  };
  const { accessToken } = await database.kysely
    .transaction()
    .execute((trx) =>
      startSession(sessions, trx, scene.ownerId, { ip: "127.0.0.1", userAgent: "bench" }),
    );
  return async () => {
    const answer = await fetch(`${url}/open-api/v1/payroll-registries`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    if (!answer.ok) throw new Error(`the list answers ${answer.status}`);
    await answer.arrayBuffer();
  };
}

async function timesUntil(ask: () => Promise<void>, end: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
    await pause(100);
  }
  return times;
}

async function waitUntilPaid(db: Kysely<Schema>, scene: PayrollScene, rows: number): Promise<void> {
  for (;;) {
    const { rows: found } = await sql<{
      state: string;
      paid_count: number;
    }>`SELECT state, paid_count FROM registries WHERE id = ${scene.registryId}`.execute(db);
    if (found[0]?.paid_count === rows) return;
    if (found[0]?.state === "EXECUTED")
      throw new Error(`only ${found[0].paid_count} of ${rows} rows were paid`);
    await pause(100);
  }
}

/** Both sides start with statistics and no pending writes. */
async function settle(db: Kysely<Schema>): Promise<void> {
  await sql`VACUUM ANALYZE`.execute(db);
  await sql`CHECKPOINT`.execute(db);
}

async function timeHandWritten(rows: number): Promise<number> {
  const database = await freshDatabase();
  try {
    const scene = await makePayrollScene(database.kysely, { rows });
    await settle(database.kysely);
    const started = performance.now();
    await payByHand(database.kysely, scene);
    return performance.now() - started;
  } finally {
    await database.drop();
  }
}

/** Hand-written: payouts, two postings each, balances, states; no receipts, no bank. */
async function payByHand(db: Kysely<Schema>, scene: PayrollScene): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id,
        amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at, paid_at)
      SELECT account_id, 'PAID', registry_id, row_no, 0, 0, workman_id, amount_kopecks,
        commission_kopecks, 0, payout_kind, now(), now(), now()
      FROM registry_items WHERE registry_id = ${scene.registryId}`.execute(trx);
    await sql`
      INSERT INTO ledger_accounts (code, workman_id, may_be_negative, balance_kopecks)
      SELECT 'WORK_AVAIL', workman_id, false, amount_kopecks
      FROM payouts
      WHERE registry_id = ${scene.registryId}`.execute(trx);
    await sql`
      WITH entry AS (
        INSERT INTO ledger_entries (account_id, event_type, source_type, source_id, at,
          business_date)
        VALUES (${scene.accountId}, 'CORRECTION', 'registry', ${scene.registryId}, now(),
          current_date)
        RETURNING id
      )
      INSERT INTO postings (entry_id, line, ledger_account_id, amount_kopecks, payout_id, at)
      SELECT entry.id, l.line, CASE l.line
        WHEN 1 THEN customer.id
        ELSE worker.id END, CASE l.line
        WHEN 1 THEN p.amount_kopecks
        ELSE -p.amount_kopecks END, p.id, now()
      FROM entry, payouts p
      JOIN ledger_accounts worker ON worker.code = 'WORK_AVAIL'
        AND worker.workman_id = p.workman_id
        AND worker.account_id = 0
      JOIN ledger_accounts customer ON customer.code = 'CUST_AVAIL'
        AND customer.account_id = p.account_id,
      (VALUES (1), (2)) AS l(line) WHERE p.registry_id = ${scene.registryId}`.execute(trx);
    await sql`
      UPDATE ledger_accounts
      SET balance_kopecks = balance_kopecks - (SELECT sum(amount_kopecks)
        FROM payouts
        WHERE registry_id = ${scene.registryId})
      WHERE code = 'CUST_AVAIL' AND account_id = ${scene.accountId}`.execute(trx);
    await sql`
      UPDATE registry_items SET state = 'APPLIED' WHERE registry_id = ${scene.registryId}`.execute(
      trx,
    );
    await sql`
      UPDATE registries
      SET state = 'EXECUTED', paid_count = ready_count
      WHERE id = ${scene.registryId}`.execute(trx);
  });
}
