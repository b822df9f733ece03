import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { sql } from "kysely";
import type pg from "pg";
import { startEmbeddedPostgres } from "#server/data/embedded/embedded-postgres.ts";
import { countOperations } from "#server/modules/transactions/operation-totals.ts";
import { makePreparedQuery, type PreparedQuery } from "#server/data/prepared-query.ts";
import { buildTestApp } from "#tests/support/build-app.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";
import { startBuiltServer } from "./built-server.ts";
import { atLeast, atMost, median, type Figure } from "./figure.ts";
import { freshDatabase } from "./fresh-database.ts";
import { recordQuery, type PageQuery } from "./record-query.ts";
import { isTiny, sized } from "./size.ts";

const OPERATIONS = sized(1_000_000, 2_000);
const ROUNDS = sized(3, 1);
const ROUND_MS = sized(3000, 100);
const CLIENTS = 8;

/**
 * P3 and P5: a page of 30 from a million operations, the whole call against its bare prepared
 * query.
 */
export async function listFigures(): Promise<Figure[]> {
  const database = await freshDatabase();
  const product = await buildTestApp({ database });
  const bare = fastify();
  const pool = database.barePool(10);
  try {
    const scene = await makePayrollScene(database.kysely, { rows: sized(1000, 50) });
    await fillOperations(database.pool, scene.accountId);
    const owner = await sql<{
      phone: string;
    }>`SELECT phone FROM people WHERE id = ${scene.ownerId}`.execute(database.kysely);
    const headers = await product.signIn(owner.rows[0]?.phone ?? "");
    const path = "/client-api/transaction/list?perPage=30";
    const inject = () => product.http.inject({ url: path, headers });
    // A name is given at the second sight.
    await inject();
    const page = await recordQuery(/json_agg/, inject);
    bare.get("/list", async (_request, reply) => {
      const { rows } = await pool.query<{ json: string }>(page);
      return reply
        .header("content-type", "application/json")
        .send(`{"items":${rows[0]?.json ?? "[]"}}`);
    });
    const ours = await product.http.listen({ host: "127.0.0.1", port: 0 });
    const theirs = await bare.listen({ host: "127.0.0.1", port: 0 });
    const counted: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      counted.ours.push(await requestsPerSecond(`${ours}${path}`, headers));
      counted.bare.push(await requestsPerSecond(`${theirs}/list`, {}));
    }
    return [
      atLeast(
        "P3",
        "страница в 30 операций из миллиона: с входом, правами и итогом к голому запросу",
        median(counted.ours),
        median(counted.bare),
        0.8,
      ),
      await totalFigure(makePreparedQuery(product.db), pool, page, scene.accountId),
    ];
  } finally {
    await product.close();
    await bare.close();
    await pool.end();
    await database.drop();
  }
}

/** P5: the page with its exact total against the page alone. */
async function totalFigure(
  ask: PreparedQuery,
  pool: pg.Pool,
  page: PageQuery,
  accountId: number,
): Promise<Figure> {
  const filters = {
    types: undefined,
    periodStart: undefined,
    periodEnd: undefined,
    projectIds: undefined,
    jobId: undefined,
    workmanId: undefined,
    registryId: undefined,
    search: undefined,
  };
  const withTotal: number[] = [];
  const without: number[] = [];
  for (let round = 0; round < sized(200, 2); round += 1) {
    const started = performance.now();
    await pool.query(page);
    const paged = performance.now();
    await countOperations(ask, { side: "account", accountId }, filters, 0);
    without.push(paged - started);
    withTotal.push(performance.now() - started);
  }
  return atMost(
    "P5",
    "список с точным итогом из миллиона к списку без итога",
    median(withTotal),
    median(without),
    1.3,
  );
}

/**
 * P9: start of the built server on a filled database to its first page, without PostgreSQL's own
 * start.
 */
export async function startFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "samozanyatye-start-"));
  try {
    const firstMs = await timeStart(folder);
    const laterMs: number[] = [];
    const postgresMs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      laterMs.push(await timeStart(folder));
      const started = performance.now();
      const server = await startEmbeddedPostgres({ dataDir: folder });
      postgresMs.push(performance.now() - started);
      await server.stop();
    }
    return [
      atMost(
        "P9",
        "повторный запуск до первой страницы сверх запуска PostgreSQL",
        median(laterMs) - median(postgresMs),
        2000,
        1,
      ),
      atMost(
        "P9-first",
        "самый первый запуск: база, схема, демонстрация с историей",
        firstMs,
        15_000,
        1,
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timeStart(dataDir: string): Promise<number> {
  // Filling the demonstration is most of a first start, and every journey begins with it.
  const server = await startBuiltServer(dataDir, isTiny ? { SEED: "none" } : {});
  await server.stop();
  return server.startMs;
}

/** A million earned lines of one customer, a thousand per entry. */
async function fillOperations(pool: pg.Pool, accountId: number): Promise<void> {
  const perEntry = 1000;
  await pool.query(
    `
      INSERT INTO ledger_accounts (code, account_id, may_be_negative, balance_kopecks)
      VALUES ('WORK_ACCRUED', $1, false, 0)
      ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await pool.query(
    `
      INSERT INTO ledger_accounts (code, account_id, may_be_negative, balance_kopecks)
      VALUES ('CUST_RES', $1, false, 0)
      ON CONFLICT DO NOTHING`,
    [accountId],
  );
  for (let entry = 1; entry <= OPERATIONS / perEntry; entry += 1) {
    await pool.query(
      `WITH entry AS (
         INSERT INTO ledger_entries (account_id, event_type, source_type, source_id, at,
           business_date)
         VALUES ($1, 'EARNED', 'correction', $2::bigint, now() - $2::bigint * interval '40 minutes',
           current_date)
         RETURNING id, at
       ),
         own AS (SELECT id, code
           FROM ledger_accounts
           WHERE account_id = $1 AND code IN ('CUST_RES', 'WORK_ACCRUED'))
       INSERT INTO postings (entry_id, line, ledger_account_id, amount_kopecks, at)
       SELECT entry.id, l.line, own.id, CASE own.code
         WHEN 'CUST_RES' THEN 100
         ELSE -100 * $3::bigint END, entry.at
       FROM entry, own,
         generate_series(1, CASE own.code WHEN 'CUST_RES' THEN $3::integer ELSE 1 END) AS l(line)`,
      [accountId, entry, perEntry],
    );
  }
  await pool.query("VACUUM ANALYZE postings, ledger_entries, ledger_accounts, operation_counters");
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const deadline = performance.now() + ROUND_MS;
  let done = 0;
  const client = async () => {
    while (performance.now() < deadline) {
      const answer = await fetch(url, { headers });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      await answer.arrayBuffer();
      done += 1;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (done * 1000) / (performance.now() - started);
}
