import { randomBytes } from "node:crypto";
import { mkdtemp, rm, chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { createDatabase, type Database } from "#server/data/database.ts";

export interface BenchDatabase extends Database {
  readonly connectionString: string;
  /** With PostgreSQL's own types, for the side without the platform. */
  barePool(max: number): pg.Pool;
  drop(): Promise<void>;
}

let server: Promise<{ postgres: EmbeddedPostgres; folder: string }> | undefined;

/** A migrated database on a durable embedded server, for both sides of a ratio. */
export async function freshDatabase(): Promise<BenchDatabase> {
  const { postgres } = await (server ??= startServer());
  const name = `bench_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: postgres.connectionString() });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const connectionString = postgres.connectionString(name);
  const database = createDatabase({ connectionString, max: 4, applicationName: "bench" });
  await migrate(database.pool);
  return {
    ...database,
    connectionString,
    barePool(max) {
      const pool = new pg.Pool({ connectionString, max });
      // Connections of an ended pool may still be there when their database is dropped.
      pool.on("error", () => undefined);
      return pool;
    },
    async drop() {
      await database.close();
      const again = new pg.Client({ connectionString: postgres.connectionString() });
      await again.connect();
      await again.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await again.end();
    },
  };
}

export async function stopBenchServer(): Promise<void> {
  if (!server) return;
  const { postgres, folder } = await server;
  server = undefined;
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function startServer(): Promise<{ postgres: EmbeddedPostgres; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "samozanyatye-bench-"));
  await chmod(folder, 0o711);
  return { postgres: await startEmbeddedPostgres({ dataDir: folder }), folder };
}
