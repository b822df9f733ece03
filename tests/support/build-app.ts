import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { pino, type Logger } from "pino";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { buildApp, type App } from "#server/app.ts";
import { readConfig, type Config } from "#server/config.ts";
import { connectAdapters, connectHelpers } from "#server/connect-product.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { sandboxCompanyRegister } from "#server/integrations/company-register/sandbox.ts";
import { folderStorage } from "#server/integrations/file-storage/folder.ts";
import type { Integrations } from "#server/integrations/index.ts";
import { sandboxMail } from "#server/integrations/mail/sandbox.ts";
import { sandboxMaps } from "#server/integrations/maps/sandbox.ts";
import { httpPush } from "#server/integrations/push/http.ts";
import type { PushGateway } from "#server/integrations/push/port.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { httpWebhookReceiver } from "#server/integrations/webhook-receiver/http.ts";
import type { WebhookReceiver } from "#server/integrations/webhook-receiver/port.ts";
import { startSession } from "#server/modules/auth/sessions.ts";
import { offsetClock, type OffsetClock } from "#server/data/clock.ts";
import { APPLICATION_ROLE, createDatabase, type Database } from "#server/data/database.ts";
import { primaryReads, type Reads } from "#server/data/reads.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { keptLog } from "#tests/support/kept-log.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

export interface TestApp {
  readonly app: App;
  readonly http: FastifyInstance;
  /** As owner. */
  readonly database: TestDatabase;
  /** As `platform_app`. */
  readonly db: Database;
  readonly clock: OffsetClock;
  readonly config: Config;
  /** To start another process of the same product. */
  readonly dependencies: AppDependencies;
  signIn(phone: string): Promise<{ authorization: string }>;
  runTasksUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

type OutsideServices = Pick<Integrations, "bank" | "taxService">;

export interface TestAppOptions {
  readonly config?: Partial<Config>;
  /** Left alone by `close`; by default a clone of the template. */
  readonly database?: TestDatabase;
  /** Empty by default. */
  readonly filledWith?: "demo";
  /** By default 10. */
  readonly connections?: number;
  /** By default the primary. */
  readonly reads?: (primary: Database) => Reads;
  /** Addresses of outside services replace the simulated ones. */
  readonly environment?: Readonly<Record<string, string>>;
  /** By default the open internet. */
  readonly webhookReceiver?: WebhookReceiver;
  /** By default the open internet. */
  readonly push?: PushGateway;
  /** Wraps the simulated bank and tax service, or replaces them with adapters of this process. */
  readonly between?: (
    real: OutsideServices,
    own: { readonly clock: OffsetClock; readonly outside: Database },
  ) => OutsideServices;
  /** By default errors are kept and shown when the test fails. */
  readonly logger?: Logger;
}

/** Real database, simulated outside services; does not listen. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase(options.filledWith));
  const dataDir = await mkdtemp(join(tmpdir(), "samozanyatye-app-"));
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "0",
    ...(options.environment ?? { SANDBOX: "1" }),
  };
  const config: Config = { ...readConfig(environment), ...options.config };
  const open = (max: number, applicationName: string) =>
    createDatabase({
      connectionString: database.connectionString,
      max,
      applicationName,
      role: APPLICATION_ROLE,
    });
  const db = open(options.connections ?? 10, "tests app");
  const outside = open(3, "tests outside");
  const simulators = open(3, "tests simulators");
  const clock = offsetClock();
  const secrets = makeSecrets(TEST_SECRET);
  const reads = options.reads?.(db) ?? primaryReads(db);
  const simulated = {
    bank: sandboxBank(simulators.kysely, clock),
    taxService: sandboxTaxService(simulators.kysely, clock),
  };
  const dependencies: AppDependencies = {
    config,
    db,
    outside,
    reads,
    clock,
    secrets,
    integrations: {
      ...(config.adapters
        ? { ...connectAdapters(config.adapters, outside.kysely), ...connectHelpers(config) }
        : {
            ...(options.between?.(simulated, { clock, outside }) ?? simulated),
            sms: sandboxSms(simulators.kysely, clock),
            mail: sandboxMail(simulators.kysely, clock),
            companies: sandboxCompanyRegister(),
            maps: sandboxMaps(),
          }),
      files: folderStorage(join(dataDir, "files")),
      webhookReceiver: options.webhookReceiver ?? httpWebhookReceiver(),
      push: options.push ?? httpPush({ key: secrets.keyFor("push") }),
    },
    logger: options.logger ?? pino({ level: config.logLevel }, keptLog),
  };
  const app = await buildApp(dependencies);
  await app.http.ready();
  const sessions = { pool: db.pool, outside: outside.kysely, clock, secrets };

  return {
    app,
    http: app.http,
    database,
    db,
    clock,
    config,
    dependencies,
    async signIn(phone) {
      const { rows } = await sql<{
        id: number;
      }>`SELECT id FROM people WHERE phone = ${phone}`.execute(database.kysely);
      const person = rows[0];
      if (!person) throw new Error(`nobody has the phone ${phone}`);
      const device = { ip: "127.0.0.1", userAgent: "tests" };
      const { accessToken } = await db.kysely
        .transaction()
        .execute((trx) => startSession(sessions, trx, person.id, device));
      return { authorization: `Bearer ${accessToken}` };
    },
    runTasksUntilIdle: () => app.tasks.runUntilIdle(),
    async close() {
      await app.close();
      await Promise.all([reads.close(), db.close(), outside.close(), simulators.close()]);
      if (!options.database) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
