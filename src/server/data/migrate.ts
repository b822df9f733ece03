import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { MIGRATION_LOCK } from "./advisory-locks.ts";

export interface MigrateOptions {
  /**
   * Folder of the numbered SQL files; by default the one beside this file or beside the built
   * server.
   */
  directory?: string;
  /**
   * "none" accepts a server that may lose acknowledged work: only for throw-away databases of
   * tests.
   */
  durability?: "full" | "none";
  /**
   * Apply none after the migration of this name; a restore uses it to reach the schema of an older
   * backup.
   */
  upTo?: string;
}

export interface MigrateResult {
  /** Names of the files applied by this run, in order; empty when the database was up to date. */
  applied: string[];
}

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

const OLDEST_VERSION = 15;

/**
 * Brings a database to the newest schema: files `NNNN-name.sql` in order, each in a transaction of
 * its own, so a file cannot hold statements that refuse one (CREATE INDEX CONCURRENTLY). Processes
 * starting together wait for each other.
 *
 * @throws Error with one sentence when the server is too old or not durable, when an applied file
 *   was edited or is gone, when a new file is numbered before an applied one, or with the name of
 *   the file whose SQL fails.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<MigrateResult> {
  const migrations = await readMigrations(options.directory ?? defaultDirectory());
  const client = await pool.connect();
  try {
    await refuseUnfitServer(client, options.durability ?? "full");
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      return { applied: await applyMissing(client, migrations, options.upTo) };
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}

/**
 * From source the files are beside this one; the build copies them beside `dist/server/main.js`,
 * chunks lie a folder deeper.
 */
export function defaultDirectory(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, "migrations");
  return existsSync(beside) ? beside : join(dirname(here), "migrations");
}

async function readMigrations(directory: string): Promise<Migration[]> {
  if (!existsSync(directory))
    throw new Error(
      `The folder of migrations ${directory} does not exist: build the server again.`,
    );
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = new Set<string>();
  const migrations: Migration[] = [];
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`The migration ${name} must be named NNNN-what-it-does.sql.`);
    if (numbers.has(number))
      throw new Error(`Two migrations are numbered ${number}: give ${name} the next free number.`);
    numbers.add(number);
    // A checkout with Windows line ends is still the same file.
    const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({ name, sql, sha256: createHash("sha256").update(sql).digest("hex") });
  }
  return migrations;
}

async function refuseUnfitServer(
  client: pg.ClientBase,
  durability: "full" | "none",
): Promise<void> {
  const { rows } = await client.query<{ version: string; fsync: string; commit: string }>(
    "SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit",
  );
  const server = rows[0];
  const version = Math.floor(Number(server?.version) / 10_000);
  if (version < OLDEST_VERSION) {
    throw new Error(
      `PostgreSQL ${version} is too old: the platform needs ${OLDEST_VERSION} or newer.`,
    );
  }
  if (durability === "none") return;
  for (const [setting, value] of Object.entries({
    fsync: server?.fsync,
    synchronous_commit: server?.commit,
  })) {
    if (value === "off") {
      throw new Error(
        `PostgreSQL runs with ${setting}=off and would lose money on a power cut: set ${setting}=on and start again.`,
      );
    }
  }
}

async function applyMissing(
  client: pg.ClientBase,
  migrations: Migration[],
  upTo: string | undefined,
): Promise<string[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "SELECT name, sha256 FROM schema_migrations ORDER BY name",
  );
  refuseChangedHistory(rows, migrations);
  const applied: string[] = [];
  for (const migration of migrations.slice(rows.length)) {
    // Names begin with their number, so they compare in order.
    if (upTo !== undefined && migration.name > upTo) break;
    await applyOne(client, migration);
    applied.push(migration.name);
  }
  return applied;
}

/**
 * The applied rows must be exactly the first files; anything else means that two databases would
 * differ.
 */
function refuseChangedHistory(
  applied: { name: string; sha256: string }[],
  migrations: Migration[],
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [index, row] of applied.entries()) {
    const migration = known.get(row.name);
    if (migration === undefined) {
      throw new Error(
        `The database has the migration ${row.name}, which this version does not know: start a newer version.`,
      );
    }
    if (migration.sha256 !== row.sha256) {
      throw new Error(
        `The migration ${row.name} was edited after it was applied: restore it and put the change in a new file.`,
      );
    }
    if (migrations[index]?.name !== row.name) {
      throw new Error(
        `The migration ${migrations[index]?.name} is numbered before ${row.name}, already applied: give it the next free number.`,
      );
    }
  }
}

async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    await client.query(migration.sql);
    await client.query("INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)", [
      migration.name,
      migration.sha256,
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(
      `The migration ${migration.name} failed and was undone: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
