import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createDatabase } from "./database.ts";
import { hasBinaries } from "./embedded/embedded-binaries.ts";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { describeSchema } from "./generate-schema.ts";
import { migrate } from "./migrate.ts";

/**
 * `write-schema.ts <file> <hash of the migrations>`: types of a migrated throw-away database, in a
 * temporary cluster or on the server of TEST_DATABASE_URL or DATABASE_URL.
 */
async function run(path: string, made: string): Promise<void> {
  const schema = hasBinaries()
    ? await onEmbeddedServer(describeMigrated)
    : await onGivenServer(describeMigrated);
  // A reader finds a whole file.
  const draft = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, `// Made from the migrations ${made}\n${schema}`);
  await rename(draft, path);
  process.stdout.write(`Wrote ${path}.\n`);
}

async function describeMigrated(connectionString: string): Promise<string> {
  const { pool, close } = createDatabase({
    connectionString,
    max: 1,
    applicationName: "platform schema",
  });
  try {
    await migrate(pool, { durability: "none" });
    return await describeSchema(pool);
  } finally {
    await close();
  }
}

type Describe = (connectionString: string) => Promise<string>;

async function onEmbeddedServer(describe: Describe): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "samozanyatye-schema-"));
  await chmod(dataDir, 0o711);
  try {
    const server = await startEmbeddedPostgres({ dataDir, durability: "none" });
    return await describe(server.connectionString()).finally(() => server.stop());
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

async function onGivenServer(describe: Describe): Promise<string> {
  const given = process.env["TEST_DATABASE_URL"] || process.env["DATABASE_URL"];
  if (!given)
    throw new Error(
      "The types of the database are made from the migrations by a PostgreSQL: install the packages with optional dependencies, or set DATABASE_URL.",
    );
  const name = `schema_${randomBytes(8).toString("hex")}`;
  const administrator = createDatabase({
    connectionString: given,
    max: 1,
    applicationName: "platform schema",
  });
  try {
    await administrator.pool.query(`CREATE DATABASE ${name}`);
    const own = Object.assign(new URL(given), { pathname: `/${name}` });
    return await describe(own.href).finally(() =>
      administrator.pool.query(`DROP DATABASE ${name} WITH (FORCE)`),
    );
  } finally {
    await administrator.close();
  }
}

try {
  await run(process.argv[2] ?? "", process.argv[3] ?? "");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
