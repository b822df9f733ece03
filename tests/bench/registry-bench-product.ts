import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { sql } from "kysely";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { startBackgroundThread } from "#server/background.ts";
import { readConfig } from "#server/config.ts";
import { startEmbeddedPostgres } from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { folderStorage } from "#server/integrations/file-storage/folder.ts";
import { createRegistry } from "#server/modules/registries/create-registry.ts";
import type { Platform } from "#server/platform.ts";
import { loadRegistry, type RegistryRow } from "#server/modules/registries/registry-row.ts";
import { SERVED_KINDS } from "#server/modules/registries/served-kinds.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { offsetClock } from "#server/data/clock.ts";
import { primaryReads } from "#server/data/reads.ts";
import { APPLICATION_ROLE, createDatabase, type Database } from "#server/data/database.ts";
import { loadSecret, makeSecrets } from "#server/data/secrets.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { aCustomer, addWorkmen, seedServices } from "#tests/support/payroll-cast.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

/** Reading and validation without HTTP, on a durable PostgreSQL of its own. */
export interface RegistryBenchProduct {
  readonly folder: string;
  readonly owner: Database;
  readonly platform: Platform;
  readonly actor: AccountActor;
  readonly workers: ReturnType<typeof makePayrollWorkers>;
  /** Uploads a file from the disk and waits for the validation. */
  uploadAndCheck(path: string, kind?: "payroll" | "job"): Promise<RegistryRow>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

const UNCHECKED: ReadonlySet<RegistryState> = new Set<RegistryState>(["UPLOADED", "VALIDATING"]);

export async function openRegistryBench(workersCount: number): Promise<RegistryBenchProduct> {
  const folder = await mkdtemp(join(tmpdir(), "samozanyatye-bench-"));
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const connectionString = server.connectionString();
  const migrating = new pg.Pool({ connectionString, max: 1 });
  await migrate(migrating);
  await migrating.end();
  const owner = createDatabase({ connectionString, max: 4 });
  const db = createDatabase({ connectionString, max: 10, role: APPLICATION_ROLE });
  const workers = makePayrollWorkers(workersCount);
  await seedServices(owner.kysely);
  for (let start = 0; start < workers.length; start += 5_000)
    await addWorkmen(owner.kysely, workers.slice(start, start + 5_000));
  const customer = await aCustomer(owner.kysely, { funds: 1_000_000_000_00n });
  await sql`ANALYZE`.execute(owner.kysely);
  const refuse = (): never => {
    throw new Error("the bench only reads and checks");
  };
  const clock = offsetClock();
  const platform = aPlatform({
    db: db.kysely,
    reads: primaryReads(db),
    pool: db.pool,
    clock,
    secrets: makeSecrets(await loadSecret(folder)),
    sms: { send: refuse },
    linkOrigin: null,
    files: folderStorage(join(folder, "files")),
    events: makeProductEvents(),
  });
  const actor: AccountActor = {
    personId: customer.ownerId,
    sessionId: "",
    phone: customer.ownerPhone,
    name: "",
    accountId: customer.accountId,
    role: "OWNER",
    projectIds: null,
    workmanId: null,
    isWorkman: false,
  };
  // As delivered: validation runs in the thread for work behind calls.
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "error" });
  const background = startBackgroundThread(
    config,
    { connectionString, secret: await loadSecret(folder), clock, isEmbedded: true },
    (error) => {
      throw error;
    },
  );
  await mkdir(join(folder, "uploads"), { recursive: true });
  return {
    folder,
    owner,
    platform,
    actor,
    workers,
    async uploadAndCheck(path, kind = "payroll") {
      const copy = join(folder, "uploads", String(Math.random()));
      await copyFile(path, copy);
      const hash = createHash("sha256");
      let sizeBytes = 0;
      for await (const chunk of createReadStream(copy)) {
        hash.update(chunk as Buffer);
        sizeBytes += (chunk as Buffer).length;
      }
      const file = {
        path: copy,
        fileName: "реестр.csv",
        contentType: "text/csv",
        sizeBytes,
        sha256: hash.digest(),
        storageKey: randomUUID(),
      };
      await platform.files.store(file.storageKey, copy);
      const { id } = await db.kysely.transaction().execute((trx) =>
        createRegistry(platform, trx, actor, {
          kind,
          file,
          isPasted: false,
          title: undefined,
          projectId: undefined,
          permission: SERVED_KINDS[kind].permissions.edit,
          resource: REGISTRY_KINDS[kind].resource,
        }),
      );
      for (;;) {
        const registry = await loadRegistry(db.kysely, actor, {
          kind,
          permission: SERVED_KINDS[kind].permissions.view,
          id,
        });
        if (!UNCHECKED.has(registry.state)) return registry;
        await pause(20);
      }
    },
    async clear() {
      await sql`TRUNCATE registries, registry_items, registry_causes, files CASCADE`
        .execute(owner.kysely)
        .catch(async () => {
          await sql`TRUNCATE registry_items, registry_causes`.execute(owner.kysely);
          await sql`DELETE FROM registries`.execute(owner.kysely);
        });
    },
    async close() {
      await background.close();
      await Promise.all([db.close(), owner.close()]);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
