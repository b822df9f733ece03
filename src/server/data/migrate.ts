import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { MIGRATION_LOCK } from "./advisory-locks.ts";
import { type AppliedMigration, oldChainOf, refuseOldChain } from "./old-chain.ts";

export interface MigrateOptions {
  /** By default beside this file or the built server. */
  directory?: string;
  /** "none" accepts a server that may lose commits: for tests. */
  durability?: "full" | "none";
  /** Last file to apply: a restore stops at an older backup's schema. */
  upTo?: string;
}

export interface MigrateResult {
  applied: string[];
}

interface Migration extends AppliedMigration {
  sql: string;
  /** The file belongs to the schema of version 0.1.0. */
  isBaseline: boolean;
}

const OLDEST_VERSION = 15;

/**
 * Files `NNNN-name.sql` in order, `baseline` first, each in a transaction (no CREATE INDEX
 * CONCURRENTLY). `checksums.txt` holds their sums. Processes starting together wait for each other.
 *
 * @throws Error with one sentence when the server is too old or not durable, the database older
 * than 0.1.0, an applied file edited or removed, a new file numbered before an applied one; or with
 * the name of the failing file.
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

/** The build copies them beside `dist/server/main.js`. */
export function defaultDirectory(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, "migrations");
  return existsSync(beside) ? beside : join(dirname(here), "migrations");
}

/**
 * A whole old chain becomes the baseline.
 *
 * @throws Error when it is incomplete.
 */
export async function renameOldChain(
  applied: AppliedMigration[],
  directory = defaultDirectory(),
): Promise<AppliedMigration[]> {
  return renamed(applied, await readMigrations(directory));
}

function renamed(applied: AppliedMigration[], migrations: Migration[]): AppliedMigration[] {
  const oldChain = oldChainOf(applied);
  if (oldChain === "part") refuseOldChain(applied);
  if (oldChain === "none") return applied;
  return migrations
    .filter(({ isBaseline }) => isBaseline)
    .map(({ name, sha256 }) => ({ name, sha256 }));
}

async function readMigrations(directory: string): Promise<Migration[]> {
  if (!existsSync(directory))
    throw new Error(
      `The folder of migrations ${directory} does not exist: build the server again.`,
    );
  const baseline = await readFolder(join(directory, "baseline"));
  const added = await readFolder(directory);
  refuseNumbers(baseline, added);
  return [
    ...baseline.map((file) => ({ ...file, isBaseline: true })),
    ...added.map((file) => ({ ...file, isBaseline: false })),
  ];
}

type MigrationFile = Omit<Migration, "isBaseline">;

async function readFolder(folder: string): Promise<MigrationFile[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files = names.map(async (name) => {
    // Windows line ends change nothing.
    const sql = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
    return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
  });
  return Promise.all(files);
}

/** Unique, and above the baseline's. */
function refuseNumbers(baseline: MigrationFile[], added: MigrationFile[]): void {
  const numbers = new Set<string>();
  for (const { name } of [...baseline, ...added]) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`The migration ${name} must be named NNNN-what-it-does.sql.`);
    if (numbers.has(number))
      throw new Error(`Two migrations are numbered ${number}: give ${name} the next free number.`);
    numbers.add(number);
  }
  const last = baseline.at(-1)?.name ?? "";
  const early = added.find(({ name }) => name < last);
  if (early !== undefined)
    throw new Error(
      `The migration ${early.name} is numbered before ${last}, the end of the baseline: give it a greater number.`,
    );
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
  const { rows } = await client.query<AppliedMigration>(
    "SELECT name, sha256 FROM schema_migrations ORDER BY name",
  );
  const recorded = await takeOverOldChain(client, rows, migrations);
  refuseChangedHistory(recorded, migrations);
  const applied: string[] = [];
  for (const migration of migrations.slice(recorded.length)) {
    if (upTo !== undefined && migration.name > upTo) break;
    await applyOne(client, migration);
    applied.push(migration.name);
  }
  return applied;
}

async function takeOverOldChain(
  client: pg.ClientBase,
  recorded: AppliedMigration[],
  migrations: Migration[],
): Promise<AppliedMigration[]> {
  const today = renamed(recorded, migrations);
  if (today === recorded) return recorded;
  await client.query(
    `
      WITH old AS (DELETE FROM schema_migrations)
      INSERT INTO schema_migrations (name, sha256)
      SELECT * FROM unnest($1::text[], $2::text[])`,
    [today.map(({ name }) => name), today.map(({ sha256 }) => sha256)],
  );
  return today;
}

/** The applied files must be exactly the first ones. */
function refuseChangedHistory(applied: AppliedMigration[], migrations: Migration[]): void {
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
