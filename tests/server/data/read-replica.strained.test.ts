import { sql } from "kysely";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { systemClock } from "#server/data/clock.ts";
import { APPLICATION_ROLE, createDatabase, type Database } from "#server/data/database.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { ReplicaReads } from "#server/data/replica-reads.ts";
import type { ReadOutcome } from "#server/data/reads.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { CAST } from "#tests/support/demo-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from "#tests/support/replicated-postgres.ts";

const MAX_DELAY_MS = 3_000;

let postgres: ReplicatedPostgres;
let apps: [TestApp, TestApp];
let reads: ReplicaReads[];
const said: string[] = [];

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  await seedDatabase(postgres.primary.kysely, "demo", systemClock, makeSecrets(TEST_SECRET));
  reads = [];
  const logger = pino({ level: "info" }, { write: (line: string) => void said.push(line) });
  const open = (connectionString: string, max: number) =>
    createDatabase({ connectionString, max, role: APPLICATION_ROLE, connectionTimeoutMs: 2000 });
  const connectReads = (primary: Database) => {
    const watchers = {
      primary: open(postgres.primary.connectionString, 1),
      replica: open(postgres.replicaUrl, 1),
    };
    const one = new ReplicaReads({
      primary,
      replica: open(postgres.replicaUrl, 5),
      watchers,
      logger,
      maxDelayMs: MAX_DELAY_MS,
    });
    reads.push(one);
    return one;
  };
  // In sequence, so that `reads` follow the order of the apps.
  const first = await buildTestApp({ database: postgres.primary, reads: connectReads });
  apps = [first, await buildTestApp({ database: postgres.primary, reads: connectReads })];
});
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.close()));
  await postgres?.close();
});

const outcomes = (which: 0 | 1 = 0) =>
  reads[which]?.measures().reads as Record<ReadOutcome, number>;

async function titles(phone: string, which: 0 | 1 = 0): Promise<string[]> {
  const response = await apps[which].http.inject({
    url: "/open-api/v1/projects?perPage=100",
    headers: await sessionOf(phone),
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ items: { title: string }[] }>().items.map(({ title }) => title);
}

const sessions = new Map<string, { authorization: string }>();
async function sessionOf(phone: string): Promise<{ authorization: string }> {
  const known = sessions.get(phone) ?? (await apps[0].signIn(phone));
  sessions.set(phone, known);
  return known;
}

/** Added behind the product's back: no call, no announcement. */
const addProject = (title: string) =>
  sql`
    INSERT INTO projects (account_id, title, created_at)
    SELECT account_id, ${title}, now()
    FROM account_users u
    JOIN people p ON p.id = u.person_id
    WHERE p.phone = ${CAST.owner}`.execute(postgres.primary.kysely);

/** Waits until this person's lists come from the replica. */
async function untilReplica(phone: string, which: 0 | 1 = 0): Promise<void> {
  await expect
    .poll(async () => {
      const before = outcomes(which).replica;
      await titles(phone, which);
      return outcomes(which).replica - before;
    })
    .toBeGreaterThan(0);
}

test("a list is read from the replica, and from the primary as soon as the replica is later than allowed", async () => {
  await untilReplica(CAST.owner);
  await postgres.pauseReplay();
  await addProject("После остановки");
  expect(await titles(CAST.owner)).not.toContain("После остановки");
  await expect.poll(() => titles(CAST.owner)).toContain("После остановки");
  expect(outcomes().late).toBeGreaterThan(0);
  await expect.poll(() => said.join("")).toContain("is late");
  const { body } = await apps[0].http.inject({ url: "/metrics" });
  expect(Number(/^database_replica_delay_seconds (.+)$/m.exec(body)?.[1])).toBeGreaterThan(
    MAX_DELAY_MS / 1000,
  );
  expect(body).toMatch(/^database_replica_reads_total\{outcome="late"\} [1-9]/m);
  await postgres.resumeReplay();
  await untilReplica(CAST.owner);
  expect(await titles(CAST.owner)).toContain("После остановки");
});

test("whoever has changed something sees it at once, whichever process he asks; others are read to from the replica", async () => {
  await untilReplica(CAST.otherOwner);
  await untilReplica(CAST.owner, 1);
  await untilReplica(CAST.owner);
  await postgres.pauseReplay();
  try {
    const created = await apps[0].http.inject({
      method: "POST",
      url: "/open-api/v1/projects",
      headers: await sessionOf(CAST.owner),
      payload: { title: "Своё" },
    });
    expect(created.statusCode).toBe(200);
    expect(await titles(CAST.owner)).toContain("Своё");
    expect(await titles(CAST.owner, 1)).toContain("Своё");
    expect(outcomes(1).changed).toBeGreaterThan(0);
    const before = outcomes();
    expect(await titles(CAST.otherOwner)).not.toContain("Своё");
    expect(outcomes()).toEqual({ ...before, replica: before.replica + 1 });
  } finally {
    await postgres.resumeReplay();
  }
  await untilReplica(CAST.owner);
  await untilReplica(CAST.owner, 1);
  expect(await titles(CAST.owner, 1)).toContain("Своё");
});

test("a screen that is told to read again reads what it was told of", async () => {
  await untilReplica(CAST.otherOwner);
  await untilReplica(CAST.admin);
  await postgres.pauseReplay();
  try {
    await addProject("Объявлено");
    const told = new Promise<void>((resolve) =>
      apps[0].app.hub.onAny(({ resource }) => resource === "projects" && resolve()),
    );
    await sql`
      SELECT pg_notify('live',
        json_build_object('to', 'account:' || account_id, 'resource', 'projects')::text)
      FROM projects
      WHERE title = 'Объявлено'`.execute(postgres.primary.kysely);
    await told;
    expect(await titles(CAST.admin)).toContain("Объявлено");
    const before = outcomes().replica;
    await titles(CAST.otherOwner);
    expect(outcomes().replica).toBe(before + 1);
  } finally {
    await postgres.resumeReplay();
  }
});

test("a replica that is gone, or says nothing any more, costs nobody an answer, and is used again when it is back", async () => {
  await untilReplica(CAST.owner);
  said.length = 0;
  await postgres.stopReplica();
  for (let ask = 0; ask < 20; ask += 1)
    expect((await titles(CAST.owner)).length).toBeGreaterThan(0);
  await expect.poll(() => said.join("")).toContain("has failed");
  expect(outcomes().failed).toBeGreaterThan(0);
  // One line a process, however many lists were read.
  expect(said.filter((line) => line.includes("has failed")).length).toBeLessThanOrEqual(2);
  await postgres.startReplica();
  await untilReplica(CAST.owner);

  postgres.holdLine();
  expect((await titles(CAST.owner)).length).toBeGreaterThan(0);
  const asked = vi.spyOn(reads[0]?.databases[1]?.pool as pg.Pool, "connect");
  expect((await titles(CAST.owner)).length).toBeGreaterThan(0);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
  postgres.releaseLine();
  await untilReplica(CAST.owner);
});

test("every list that may be read from the replica can be: none writes", async () => {
  for (const [phone, fewest] of [
    [CAST.owner, 15],
    [CAST.workman, 3],
  ] as const) {
    await untilOwn(phone);
    const before = outcomes();
    for (const { base, path, method, query } of ALL_ENDPOINTS) {
      if (
        method !== "GET" ||
        path.includes("{") ||
        (query as { required?: string[] } | undefined)?.required?.length
      )
        continue;
      const { statusCode } = await apps[0].http.inject({
        url: `${API_BASES[base].prefix}${path}`,
        headers: await sessionOf(phone),
      });
      expect([path, statusCode < 500 || statusCode === 501]).toEqual([path, true]);
    }
    expect(outcomes().failed).toBe(before.failed);
    expect(outcomes().replica - before.replica).toBeGreaterThanOrEqual(fewest);
    expect(outcomes().late).toBe(before.late);
  }
});

test("an export is written from the replica and holds what was committed before it was ordered", async () => {
  await untilReplica(CAST.owner);
  const before = outcomes();
  const ordered = await apps[0].http.inject({
    method: "POST",
    url: "/open-api/v1/universal-exports",
    headers: await sessionOf(CAST.owner),
    payload: {
      types: ["RECEIPTS"],
      format: "csv",
      periodStart: "2026-01-01",
      periodEnd: "2026-12-31",
    },
  });
  expect([ordered.statusCode, ordered.body]).toEqual([200, expect.any(String)]);
  await apps[0].runTasksUntilIdle();
  const file = await apps[0].http.inject({
    url: `/open-api/v1/universal-exports/${ordered.json<{ id: number }>().id}/file`,
    headers: await sessionOf(CAST.owner),
  });
  expect(file.statusCode).toBe(200);
  expect(outcomes().replica).toBeGreaterThan(before.replica);
  expect(outcomes().failed).toBe(before.failed);
});

async function untilOwn(phone: string): Promise<void> {
  await expect
    .poll(async () => {
      const before = outcomes().replica;
      await apps[0].http.inject({
        url: "/client-api/notification/list",
        headers: await sessionOf(phone),
      });
      return outcomes().replica - before;
    })
    .toBeGreaterThan(0);
}
