import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/database/embedded-postgres.ts";
import { isAlive, readPostmaster, isServerOf } from "#server/database/embedded-postmaster.ts";
import { migrate } from "#server/database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Administrator's connection to the server of this run; `createTestDatabase` clones from it. */
    testServerUrl: string;
  }
}

export const TEMPLATE_DATABASE = "template_app";

const CLUSTER_PREFIX = "samozanyatye-tests-";

/**
 * Starts one throw-away server for the whole run and fills the template that every test database is cloned from.
 * `TEST_DATABASE_URL` (an administrator's connection) replaces it by a server of your own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    await createTemplate(given);
    project.provide("testServerUrl", given);
    return async () => undefined;
  }
  await removeAbandonedClusters();
  const dataDir = await mkdtemp(join(tmpdir(), `${CLUSTER_PREFIX}${process.pid}-`));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durability: "none" });
  await createTemplate(server.connectionString());
  project.provide("testServerUrl", server.connectionString());
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function createTemplate(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  } finally {
    await admin.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE_DATABASE}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  try {
    await migrate(pool, { durability: "none" });
  } finally {
    await pool.end();
  }
}

/** A run that was killed leaves its server behind; the next run ends it, so that they do not pile up. */
async function removeAbandonedClusters(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${CLUSTER_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const dataDir = join(tmpdir(), name);
    const clusterPath = join(dataDir, "postgres");
    const postmaster = readPostmaster(clusterPath);
    if (postmaster !== undefined && isServerOf(postmaster.pid, clusterPath)) process.kill(postmaster.pid, "SIGQUIT");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
