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
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

export interface TestApp {
  readonly app: App;
  readonly http: FastifyInstance;
  /**
   * The database as its owner: for setting scenes and for looking; the product itself is
   * `platform_app`.
   */
  readonly database: TestDatabase;
  /** The product's own connections, as `platform_app`. */
  readonly db: Database;
  readonly clock: OffsetClock;
  readonly config: Config;
  /** What it was assembled from: another process of the same product starts with it. */
  readonly dependencies: AppDependencies;
  /** Headers of a signed-in person; the tokens are issued by the product's own sessions. */
  signIn(phone: string): Promise<{ authorization: string }>;
  /** Runs the background work to its end, as the worker process would. */
  runTasksUntilIdle(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly config?: Partial<Config>;
  /**
   * A database of the caller's, left alone by `close`; a fresh clone of the template unless given.
   */
  readonly database?: TestDatabase;
  /** What its fresh database holds: nothing, or the demonstration. */
  readonly filledWith?: "demo";
  /** Database connections of its own; ten unless given. */
  readonly connections?: number;
  /** Where lists and exports are read; from its own connections unless given. */
  readonly reads?: (primary: Database) => Reads;
  /** Settings of the product; with addresses of outside services it asks them, not the simulated. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where webhooks are sent; the open internet unless given. */
  readonly webhookReceiver?: WebhookReceiver;
  /** What stands between the product and its simulated bank and tax service. */
  readonly between?: (real: OutsideServices) => OutsideServices;
  /** Hears what the product writes into its log; errors to the console unless given. */
  readonly logger?: Logger;
}

export type OutsideServices = Pick<Integrations, "bank" | "taxService">;

/** The whole product on a real database with simulated outside services, listening to nothing. */
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
            ...(options.between?.(simulated) ?? simulated),
            sms: sandboxSms(simulators.kysely, clock),
            mail: sandboxMail(simulators.kysely, clock),
            companies: sandboxCompanyRegister(),
            maps: sandboxMaps(),
          }),
      files: folderStorage(join(dataDir, "files")),
      webhookReceiver: options.webhookReceiver ?? httpWebhookReceiver(),
    },
    logger: options.logger ?? pino({ level: config.logLevel }),
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
