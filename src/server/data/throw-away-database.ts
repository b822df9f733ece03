import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { asOwner } from "./database.ts";
import { hasBinaries } from "./embedded/embedded-binaries.ts";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrate } from "./migrate.ts";

const APPLICATION_NAME = "platform schema";

/**
 * For what is read from the schema alone: a migrated database in a temporary cluster or, without
 * the embedded PostgreSQL, a new one on the server of TEST_DATABASE_URL or DATABASE_URL.
 */
export function withMigratedDatabase<Result>(work: Work<Result>): Promise<Result> {
  const migrated = (connectionString: string) =>
    asOwner(connectionString, APPLICATION_NAME, async ({ pool }) => {
      await migrate(pool, { durability: "none" });
      return work(pool);
    });
  return hasBinaries() ? onEmbeddedServer(migrated) : onGivenServer(migrated);
}

type Work<Result> = (pool: pg.Pool) => Promise<Result>;
type OnServer<Result> = (connectionString: string) => Promise<Result>;

async function onEmbeddedServer<Result>(work: OnServer<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "samozanyatye-schema-"));
  await chmod(dataDir, 0o711);
  try {
    const server = await startEmbeddedPostgres({ dataDir, durability: "none" });
    return await work(server.connectionString()).finally(() => server.stop());
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function onGivenServer<Result>(work: OnServer<Result>): Promise<Result> {
  const given = process.env["TEST_DATABASE_URL"] || process.env["DATABASE_URL"];
  if (!given)
    throw new Error(
      "The types of the database are made from the migrations by a PostgreSQL: install the packages with optional dependencies, or set DATABASE_URL.",
    );
  const name = `schema_${randomBytes(8).toString("hex")}`;
  return asOwner(given, APPLICATION_NAME, async ({ pool }) => {
    await pool.query(`CREATE DATABASE ${name}`);
    const own = Object.assign(new URL(given), { pathname: `/${name}` });
    return work(own.href).finally(() => pool.query(`DROP DATABASE ${name} WITH (FORCE)`));
  });
}
