import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#server/config.ts";
import { openProduct } from "#server/open-product.ts";
import { isAlive } from "#server/data/embedded/embedded-postmaster.ts";
import { writeBackup } from "#server/data/backup/backup.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/data/embedded/embedded-postgres.ts";
import { defaultDirectory, migrate } from "#server/data/migrate.ts";
import { restoreBackup } from "#server/data/backup/restore.ts";
import { offsetClock } from "#server/data/clock.ts";
import { copyText } from "#server/data/copy-text.ts";
import { copyRows, inTransaction } from "#server/data/transaction.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "samozanyatye-database-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function queryOnce<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded PostgreSQL", () => {
  const running: EmbeddedPostgres[] = [];
  const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ dataDir });
    running.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });

  test("keeps what was written over a stop and a start, and never runs without fsync", async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    expect(first.adopted).toBe(false);
    await queryOnce(first.connectionString(), "CREATE TABLE kept AS SELECT 42::int8 AS kopecks");
    await first.stop();
    await expect(queryOnce(first.connectionString(), "SELECT 1")).rejects.toThrow();

    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    const rows = await queryOnce(
      second.connectionString(),
      "SELECT kopecks, current_setting('fsync') AS fsync FROM kept",
    );
    expect(rows).toEqual([{ kopecks: "42", fsync: "on" }]);
  });

  test("survives kill -9 of the platform and is adopted by the next start", async () => {
    const dataDir = temporaryFolder();
    const { pid, connectionString } = await startInChild(dataDir);
    await queryOnce(connectionString, "CREATE TABLE kept AS SELECT 1 AS one");
    process.kill(pid, "SIGKILL");

    const next = await start(dataDir);
    expect(next.adopted).toBe(true);
    expect(await queryOnce(next.connectionString(), "SELECT one FROM kept")).toEqual([{ one: 1 }]);
    await next.stop();
    await expect(queryOnce(connectionString, "SELECT 1")).rejects.toThrow();
  });

  test("ends by itself when the platform was killed and does not come back", async () => {
    const dataDir = temporaryFolder();
    const { pid, connectionString } = await startInChild(dataDir);
    await queryOnce(connectionString, "CREATE TABLE kept AS SELECT 1 AS one");
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
    process.kill(pid, "SIGKILL");
    await expect.poll(() => isAlive(postmaster)).toBe(false);

    const next = await start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await queryOnce(next.connectionString(), "SELECT one FROM kept")).toEqual([{ one: 1 }]);
  });

  test("goes on when the platform was killed and has come back", async () => {
    const dataDir = temporaryFolder();
    const { pid } = await startInChild(dataDir);
    process.kill(pid, "SIGKILL");
    const next = await start(dataDir);
    await pause(5_000);
    expect(await queryOnce(next.connectionString(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("is stopped with the product although somebody still holds a connection", async () => {
    const dataDir = temporaryFolder();
    const product = await openProduct(
      readConfig({ DATA_DIR: dataDir, SEED: "none", LOG_LEVEL: "silent" }),
      pino({ level: "silent" }),
    );
    const held = await product.db.pool.connect();
    const sleeping = held.query("SELECT pg_sleep(3600)").catch(() => "cut off");
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
    await product.close();
    // An ended process keeps its number until its parent reaps it.
    await expect.poll(() => isAlive(postmaster)).toBe(false);
    expect(await sleeping).toBe("cut off");
  });

  test("recovers every acknowledged row after kill -9 of the database itself", async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await queryOnce(
      first.connectionString(),
      "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS id",
    );
    const postmaster = Number(
      readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
    );
    process.kill(postmaster, "SIGKILL");

    const next = await start(dataDir);
    expect(next.adopted).toBe(false);
    expect(await queryOnce(next.connectionString(), "SELECT count(*)::int AS n FROM kept")).toEqual(
      [{ n: 1000 }],
    );
  });

  test("is not stopped by one process while another still uses it", async () => {
    const dataDir = temporaryFolder();
    const platform = await start(dataDir);
    const backup = await start(dataDir);
    expect(backup.adopted).toBe(true);
    await backup.stop();
    expect(await queryOnce(platform.connectionString(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("is started once when two starts race for an empty folder", async () => {
    const dataDir = temporaryFolder();
    const servers = await Promise.all([start(dataDir), start(dataDir)]);
    const started = await Promise.all(
      servers.map((server) =>
        queryOnce(server.connectionString(), "SELECT pg_postmaster_start_time()::text AS at"),
      ),
    );
    expect(started[0]).toEqual(started[1]);
    expect(servers.filter((server) => !server.adopted)).toHaveLength(1);
  });
});

/** A minimal platform process: starts the server, reports its address, waits to be killed. */
async function startInChild(dataDir: string): Promise<{ pid: number; connectionString: string }> {
  const moduleUrl = new URL(
    "../../../src/server/data/embedded/embedded-postgres.ts",
    import.meta.url,
  ).href;
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(moduleUrl)});
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(server.connectionString());
    setInterval(() => undefined, 1000);`;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  if (child.pid === undefined) throw new Error("the child did not start");
  return { pid: child.pid, connectionString: line };
}

describe("migrations", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query("DROP TABLE schema_migrations");
  });
  afterAll(async () => database.drop());

  test("are applied once, also when two processes start together; an edited old file is refused", async () => {
    const directory = temporaryFolder();
    writeFileSync(
      join(directory, "0001-jobs.sql"),
      "CREATE TABLE jobs_a (id int8); CREATE TABLE jobs_b (id int8);",
    );
    const both = await Promise.all(
      [1, 2].map(() => migrate(database.pool, { directory, durability: "none" })),
    );
    expect(both.flatMap((result) => result.applied)).toEqual(["0001-jobs.sql"]);

    writeFileSync(
      join(directory, "0002-broken.sql"),
      "CREATE TABLE half (id int8); SELECT no_such_column;",
    );
    await expect(migrate(database.pool, { directory, durability: "none" })).rejects.toThrow(
      "0002-broken.sql",
    );
    expect((await database.pool.query("SELECT to_regclass('half') AS half")).rows).toEqual([
      { half: null },
    ]);
    rmSync(join(directory, "0002-broken.sql"));

    writeFileSync(join(directory, "0001-jobs.sql"), "CREATE TABLE jobs_a (id int4);");
    await expect(migrate(database.pool, { directory, durability: "none" })).rejects.toThrow(
      "0001-jobs.sql was edited",
    );
  });

  test("numbered before the end of the baseline, or like another one, are refused", async () => {
    const directory = temporaryFolder();
    mkdirSync(join(directory, "baseline"));
    writeFileSync(join(directory, "baseline", "0020-jobs.sql"), "SELECT 1");
    writeFileSync(join(directory, "0010-early.sql"), "SELECT 1");
    const run = () => migrate(database.pool, { directory, durability: "none" });
    await expect(run()).rejects.toThrow("0010-early.sql is numbered before 0020-jobs.sql");
    rmSync(join(directory, "0010-early.sql"));
    writeFileSync(join(directory, "0020-again.sql"), "SELECT 1");
    await expect(run()).rejects.toThrow("Two migrations are numbered 0020");
  });

  test("refuse a server that may lose acknowledged money", async () => {
    await expect(migrate(database.pool)).rejects.toThrow("fsync=off");
  });
});

describe("a database made by the migrations before the baseline", () => {
  const oldChain = readFileSync("tests/fixtures/old-chain.txt", "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  ") as [sha256: string, name: string]);
  const appliedOf = async ({ pool }: TestDatabase) =>
    (await pool.query("SELECT name, sha256 FROM schema_migrations ORDER BY name")).rows;
  const baseline = () => readdirSync(join(defaultDirectory(), "baseline")).sort();
  const none = { durability: "none" } as const;

  /** The baseline makes the same schema as the old chain (schema.test.ts). */
  async function anOldDatabase(chain = oldChain): Promise<TestDatabase> {
    const database = await createTestDatabase("bare");
    await migrate(database.pool, { ...none, upTo: baseline().at(-1) ?? "" });
    await database.pool.query("DELETE FROM schema_migrations");
    await database.pool.query(
      "INSERT INTO schema_migrations (sha256, name) SELECT * FROM unnest($1::text[], $2::text[])",
      [chain.map(([sha256]) => sha256), chain.map(([, name]) => name)],
    );
    await database.pool.query("INSERT INTO cities (title, region) VALUES ('Тула', 'Тула')");
    return database;
  }

  test("goes on from the baseline with all its rows, also in another place by its backup", async () => {
    const database = await anOldDatabase();
    const fresh = await createTestDatabase();
    const restored = await createTestDatabase("bare");
    const file = join(temporaryFolder(), "backup.gz");
    const counts = await writeBackup(database.pool, file);
    expect(await restoreBackup(restored.pool, file, none)).toEqual(counts);

    const { applied } = await migrate(database.pool, none);
    expect(applied.filter((name) => baseline().includes(name))).toEqual([]);
    for (const one of [database, restored]) {
      expect(await appliedOf(one)).toEqual(await appliedOf(fresh));
      expect((await one.pool.query("SELECT title FROM cities")).rows).toEqual([{ title: "Тула" }]);
      expect(await migrate(one.pool, none)).toEqual({ applied: [] });
    }
    await Promise.all([database, fresh, restored].map((one) => one.drop()));
  });

  test("is refused with the way on when it, or its backup, stands before their end", async () => {
    const oneEdited = oldChain.map(
      ([sha256, name], index) => [index === 3 ? "0" : sha256, name] as [string, string],
    );
    for (const chain of [oldChain.slice(0, 40), oneEdited]) {
      const database = await anOldDatabase(chain);
      const refusal = `${chain.at(-1)?.[1]} and this version goes on from 0150-job-visibility.sql: open it with version 0.1.0`;
      await expect(migrate(database.pool, none)).rejects.toThrow(refusal);
      expect(await appliedOf(database)).toHaveLength(chain.length);

      const restored = await createTestDatabase("bare");
      const file = join(temporaryFolder(), "backup.gz");
      await writeBackup(database.pool, file);
      await expect(restoreBackup(restored.pool, file, none)).rejects.toThrow(refusal);
      await Promise.all([database, restored].map((one) => one.drop()));
    }
  });
});

describe("the connection", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query("CREATE TABLE lines (id int8 PRIMARY KEY, text text)");
  });
  afterAll(async () => database.drop());

  test("carries kopecks beyond 2^53 exactly and dates without a shift", async () => {
    const kopecks = 9_007_199_254_740_993n;
    const { rows } = await database.pool.query(
      "SELECT $1::int8 AS kopecks, $2::int8[] AS many, date '2025-01-31' AS day",
      [kopecks, [kopecks, -1n]],
    );
    expect(rows).toEqual([{ kopecks, many: [kopecks, -1n], day: "2025-01-31" }]);
    expect(pg.types.getTypeParser(20)("1")).toBe("1");
  });

  test("copies 100,000 rows with tabs, backslashes and line ends unchanged", async () => {
    const hard = (id: number): string | null =>
      id % 10 === 0 ? null : `№ ${id}\tтаб\\N \\. \r\nконец \\`;
    async function* rows(): AsyncGenerator<string> {
      for (let id = 1; id <= 100_000; id += 1) yield `${copyText(id)}\t${copyText(hard(id))}\n`;
    }
    expect(await copyRows(database.pool, "COPY lines (id, text) FROM STDIN", rows())).toBe(100_000);
    const { rows: stored } = await database.pool.query<{ id: bigint; text: string | null }>(
      "SELECT id, text FROM lines ORDER BY id",
    );
    expect(stored).toHaveLength(100_000);
    expect(stored.filter((row) => row.text !== hard(Number(row.id)))).toEqual([]);
  });

  test("stores nothing of a COPY whose source breaks, and goes on working", async () => {
    async function* broken(): AsyncGenerator<string> {
      yield "900001\tone\n";
      throw new Error("the file ended early");
    }
    await expect(
      copyRows(database.pool, "COPY lines (id, text) FROM STDIN", broken()),
    ).rejects.toThrow("ended early");
    expect((await database.pool.query("SELECT 1 FROM lines WHERE id = 900001")).rowCount).toBe(0);
  });

  test("repeats a transaction that lost a serialization race and undoes one that throws", async () => {
    let attempts = 0;
    const raise = `DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`;
    const outcome = await inTransaction(database.kysely, async (trx) => {
      attempts += 1;
      if (attempts < 3) await trx.executeQuery(CompiledQuery.raw(raise));
      return "done";
    });
    expect({ attempts, outcome }).toEqual({ attempts: 3, outcome: "done" });

    await expect(
      inTransaction(database.kysely, async (trx) => {
        await trx.executeQuery(CompiledQuery.raw("INSERT INTO lines VALUES (900002, 'undone')"));
        throw new Error("refused");
      }),
    ).rejects.toThrow("refused");
    expect((await database.pool.query("SELECT 1 FROM lines WHERE id = 900002")).rowCount).toBe(0);
  });

  test("gives every test a database of its own", async () => {
    const other = await createTestDatabase();
    expect((await other.pool.query("SELECT to_regclass('lines') AS lines")).rows).toEqual([
      { lines: null },
    ]);
    await other.drop();
  });
});

test("the business clock can be moved and keeps running", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = offsetClock();
  clock.set(new Date("2030-01-01T00:00:00Z"));
  clock.advance(60_000);
  vi.setSystemTime(Date.now() + 5_000);
  expect(clock.now()).toEqual(new Date("2030-01-01T00:01:05Z"));
});

describe("a backup", () => {
  test("brings every row, partition and sequence back into an empty database and refuses a filled one", async () => {
    const source = await createTestDatabase();
    const target = await createTestDatabase();
    const directory = temporaryFolder();
    const file = join(directory, "backup.gz");
    for (const database of [source, target])
      await database.pool.query("DROP SCHEMA public, sandbox CASCADE; CREATE SCHEMA public");
    writeFileSync(
      join(directory, "0001-books.sql"),
      `
        CREATE TABLE books (id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          parent_id int8 REFERENCES books, title text,
         title_length int GENERATED ALWAYS AS (length(title)) STORED);
       CREATE TABLE entries (day date NOT NULL, kopecks int8 NOT NULL) PARTITION BY RANGE (day);`,
    );
    await migrate(source.pool, { directory, durability: "none" });
    await source.pool.query(`
      INSERT INTO books (title)
      SELECT E'строка\\t\\\\' || repeat('я', n % 50) || E'\\n'
      FROM generate_series(1, 50000) n;
      UPDATE books SET parent_id = 50001 - id;
      CREATE TABLE entries_2025_01 PARTITION OF entries FOR
      VALUES
      FROM ('2025-01-01') TO ('2025-02-01');
      INSERT INTO entries VALUES ('2025-01-31', 9007199254740993);`);

    const counts = { "public.books": 50_000, "public.entries": 1 };
    expect(await writeBackup(source.pool, file)).toEqual(counts);
    await expect(writeBackup(source.pool, file)).rejects.toThrow("exists already");
    // The restoring version has one more migration.
    writeFileSync(
      join(directory, "0002-newer.sql"),
      "ALTER TABLE books ADD COLUMN note text NOT NULL DEFAULT 'new'",
    );
    expect(await restoreBackup(target.pool, file, { directory, durability: "none" })).toEqual(
      counts,
    );

    const digest = `
      SELECT md5(string_agg(concat_ws('|', id, parent_id, title, title_length), ','
        ORDER BY id)) AS books,
      (SELECT sum(kopecks)::int8 FROM entries_2025_01) AS kopecks FROM books`;
    expect((await target.pool.query(digest)).rows).toEqual((await source.pool.query(digest)).rows);
    const { rows } = await target.pool.query(
      "INSERT INTO books (title) VALUES ('next') RETURNING id, note",
    );
    expect(rows).toEqual([{ id: 50_001n, note: "new" }]);
    await expect(
      restoreBackup(target.pool, file, { directory, durability: "none" }),
    ).rejects.toThrow("already has rows");
    await Promise.all([source.drop(), target.drop()]);
  });

  test("that is cut short leaves the database empty", async () => {
    const source = await createTestDatabase();
    const target = await createTestDatabase();
    const directory = temporaryFolder();
    for (const database of [source, target])
      await database.pool.query("DROP SCHEMA public, sandbox CASCADE; CREATE SCHEMA public");
    writeFileSync(join(directory, "0001-rows.sql"), "CREATE TABLE rows (id int8, text text)");
    await migrate(source.pool, { directory, durability: "none" });
    await source.pool.query(
      "INSERT INTO rows SELECT n, md5(n::text) FROM generate_series(1, 20000) n",
    );
    const file = join(directory, "backup.gz");
    await writeBackup(source.pool, file);
    truncateSync(file, Math.floor(statSync(file).size / 2));
    await expect(
      restoreBackup(target.pool, file, { directory, durability: "none" }),
    ).rejects.toThrow();
    expect((await target.pool.query("SELECT count(*) AS n FROM rows")).rows).toEqual([{ n: 0n }]);
    await Promise.all([source.drop(), target.drop()]);
  });
});
