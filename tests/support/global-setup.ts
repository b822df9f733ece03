import { chmod, rm } from "node:fs/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { systemClock } from "#server/data/clock.ts";
import { createDatabase } from "#server/data/database.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { bundleThreads } from "./bundled-process.ts";
import { makeScratchFolder } from "./scratch-folder.ts";
import { CLOCK } from "./moved-clock.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Administrator's URL. */
    testServerUrl: string;
    /** Business date of the template. */
    demoFilledOn: string;
    /** URL of the server's bundled threads. */
    threadsFolder: string;
  }
}

/** Migrated; filled. */
export const TEMPLATES = { empty: "template_app", demo: "template_demo" } as const;

/** Products open what the template sealed. */
export const TEST_SECRET = "a secret of tests that is long enough";

interface Running {
  readonly url: string;
  readonly demoFilledOn: string;
  stop(): Promise<void>;
}

/** Projects of a run share the server: the last one stops it. */
const shared = globalThis as {
  testServer?: { running: Promise<readonly [Running, string]>; users: number } | undefined;
};

/**
 * Bundles the threads, starts a throw-away PostgreSQL, fills the templates. `TEST_DATABASE_URL` (an
 * administrator's) replaces the server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServer ??= { running: Promise.all([start(), bundleThreads()]), users: 0 };
  const { testServer } = shared;
  testServer.users += 1;
  const [running, threadsFolder] = await testServer.running;
  project.provide("testServerUrl", running.url);
  project.provide("demoFilledOn", running.demoFilledOn);
  project.provide("threadsFolder", threadsFolder);
  return async () => {
    testServer.users -= 1;
    if (testServer.users > 0) return;
    shared.testServer = undefined;
    await running.stop();
  };
}

async function start(): Promise<Running> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "")
    return { url: given, demoFilledOn: await fillTemplates(given), stop: async () => undefined };
  const dataDir = await makeScratchFolder("samozanyatye-tests-");
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durability: "none", environment: CLOCK });
  const url = server.connectionString();
  return {
    url,
    demoFilledOn: await fillTemplates(url),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @returns the business date. */
async function fillTemplates(serverUrl: string): Promise<string> {
  const ask = async (...statements: readonly string[]) => {
    const admin = new pg.Client({ connectionString: serverUrl });
    await admin.connect();
    try {
      for (const statement of statements) await admin.query(statement);
    } finally {
      await admin.end();
    }
  };
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await ask(
    ...Object.values(TEMPLATES).map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    `CREATE DATABASE ${TEMPLATES.empty}`,
  );
  const pool = new pg.Pool({ connectionString: urlOf(TEMPLATES.empty), max: 1 });
  try {
    await migrate(pool, { durability: "none" });
  } finally {
    await pool.end();
  }
  await ask(`CREATE DATABASE ${TEMPLATES.demo} TEMPLATE ${TEMPLATES.empty} STRATEGY file_copy`);
  const now = systemClock.now();
  const demo = createDatabase({
    connectionString: urlOf(TEMPLATES.demo),
    applicationName: "tests template",
  });
  try {
    await seedDatabase(demo.kysely, "demo", { now: () => now }, makeSecrets(TEST_SECRET));
  } finally {
    await demo.close();
  }
  return moscowDate(now);
}
