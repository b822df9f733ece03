import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { AppDependencies } from "./app.ts";
import type { Config } from "./config.ts";
import { startEmbeddedPostgres } from "./database/embedded-postgres.ts";
import { migrate } from "./database/migrate.ts";
import { seedDatabase } from "./database/seed/seed.ts";
import { folderStorage } from "./integrations/file-storage/folder.ts";
import type { Integrations } from "./integrations/index.ts";
import { httpBank } from "./integrations/bank/http.ts";
import { sandboxBank } from "./integrations/bank/sandbox.ts";
import { httpMail } from "./integrations/mail/http.ts";
import { smtpMail } from "./integrations/mail/smtp.ts";
import { sandboxMail } from "./integrations/mail/sandbox.ts";
import { httpCompanyRegister } from "./integrations/company-register/http.ts";
import { sandboxCompanyRegister } from "./integrations/company-register/sandbox.ts";
import { httpMaps } from "./integrations/maps/http.ts";
import { sandboxMaps } from "./integrations/maps/sandbox.ts";
import { httpSms } from "./integrations/sms/http.ts";
import { sandboxSms } from "./integrations/sms/sandbox.ts";
import { httpTaxService } from "./integrations/tax-service/http.ts";
import { sandboxTaxService } from "./integrations/tax-service/sandbox.ts";
import { offsetClock, type Clock } from "./platform/clock.ts";
import { APPLICATION_ROLE, createDatabase, type Database } from "./platform/database.ts";
import { loadSecret, makeSecrets } from "./platform/secrets.ts";

export interface Product extends AppDependencies {
  /** The demonstration was filled just now; `main` gives it a past. */
  readonly isNewDemonstration: boolean;
  close(): Promise<void>;
}

/** Opens what the product stands on: database (embedded unless configured), migrations, first data, outside services. */
export async function openProduct(config: Config, logger: Logger): Promise<Product> {
  await mkdir(config.dataDir, { recursive: true });
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const connectionString = config.databaseUrl ?? (embedded?.connectionString() as string);
  const clock = offsetClock();
  const secrets = makeSecrets(config.secret ?? (await loadSecret(config.dataDir)));

  const seed = config.seed ?? (embedded ? "demo" : "none");
  let isNewDemonstration = false;
  const owner = createDatabase({ connectionString, max: 2, applicationName: "platform migrations" });
  try {
    await migrate(owner.pool);
    isNewDemonstration = (await seedDatabase(owner.kysely, seed, clock, secrets)) && seed === "demo";
  } finally {
    await owner.close();
  }

  const open = (max: number, applicationName: string) => {
    const onConnectionLost = (error: Error) => logger.warn({ err: error }, "database connection lost");
    return createDatabase({ connectionString, max, applicationName, role: APPLICATION_ROLE, statementTimeoutMs: 60_000, onConnectionLost });
  };
  const db = open(config.databaseConnections, "platform");
  const outside = open(3, "platform outside");
  const simulators = config.sandbox ? open(5, "sandbox") : null;
  return {
    isNewDemonstration,
    config,
    db,
    outside,
    clock,
    secrets,
    integrations: { ...makeGateways(config, simulators, clock), files: folderStorage(join(config.dataDir, "files")) },
    logger,
    async close() {
      await Promise.all([db.close(), outside.close(), simulators?.close()]);
      await embedded?.stop();
    },
  };
}

function makeGateways(config: Config, simulators: Database | null, clock: Clock): Omit<Integrations, "files"> {
  if (simulators) {
    const outside = simulators.kysely;
    return {
      bank: sandboxBank(outside, clock),
      taxService: sandboxTaxService(outside, clock),
      sms: sandboxSms(outside, clock),
      mail: sandboxMail(outside, clock),
      companies: sandboxCompanyRegister(),
      maps: sandboxMaps(),
    };
  }
  const { bankUrl, taxServiceUrl, smsUrl, mailUrl, mailFrom } = config;
  if (!bankUrl || !taxServiceUrl || !smsUrl) throw new Error("config let the sandbox be off without adapters");
  return {
    bank: httpBank({ url: bankUrl }),
    taxService: httpTaxService({ url: taxServiceUrl }),
    sms: httpSms({ url: smsUrl }),
    mail: mailUrl === null ? null : mailUrl.startsWith("smtp") ? smtpMail({ url: mailUrl, from: mailFrom }) : httpMail({ url: mailUrl }),
    // Both only save typing: without them a person types the company's data, and an address is a text.
    companies: config.companyRegisterUrl ? httpCompanyRegister({ url: config.companyRegisterUrl }) : { findCompany: async () => null },
    maps: config.mapsUrl ? httpMaps({ url: config.mapsUrl }) : { findPlaces: async () => [] },
  };
}
