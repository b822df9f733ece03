import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import type { Adapters, Config } from "./config.ts";
import { folderStorage } from "./integrations/file-storage/folder.ts";
import type { FileStorage } from "./integrations/file-storage/port.ts";
import { s3Storage } from "./integrations/file-storage/s3.ts";
import type { Integrations } from "./integrations/index.ts";
import { httpBank } from "./integrations/bank/http.ts";
import { sandboxBank } from "./integrations/bank/sandbox.ts";
import { httpMail } from "./integrations/mail/http.ts";
import { smtpMail } from "./integrations/mail/smtp.ts";
import { sandboxMail } from "./integrations/mail/sandbox.ts";
import { OutOfReach } from "./work/out-of-reach.ts";
import { httpCompanyRegister } from "./integrations/company-register/http.ts";
import { sandboxCompanyRegister } from "./integrations/company-register/sandbox.ts";
import { httpMaps } from "./integrations/maps/http.ts";
import { sandboxMaps } from "./integrations/maps/sandbox.ts";
import { httpPush } from "./integrations/push/http.ts";
import { httpSms } from "./integrations/sms/http.ts";
import { sandboxSms } from "./integrations/sms/sandbox.ts";
import { messageRows } from "./integrations/tax-service/message-rows.ts";
import { httpTaxService } from "./integrations/tax-service/http.ts";
import { sandboxTaxService } from "./integrations/tax-service/sandbox.ts";
import { isLoopback } from "#server/http/open-address.ts";
import { httpWebhookReceiver } from "./integrations/webhook-receiver/http.ts";
import type { Clock, OffsetClock } from "#server/data/clock.ts";
import {
  APPLICATION_ROLE,
  createDatabase,
  type Database,
  type DatabaseOptions,
} from "#server/data/database.ts";
import { lowerPriority } from "#server/work/niceness.ts";
import { primaryReads, type Reads } from "#server/data/reads.ts";
import { ReplicaReads } from "#server/data/replica-reads.ts";
import { makeSecrets } from "#server/data/secrets.ts";

export interface ProductAddress {
  readonly connectionString: string;
  readonly secret: string;
  readonly clock: OffsetClock;
  /** On this machine, so we may lower the priority of its processes. */
  readonly isEmbedded: boolean;
}

export interface ConnectedProduct extends AppDependencies {
  close(): Promise<void>;
}

/**
 * Configured connections are per process: one that serves and works has two threads, each with
 * half.
 *
 * @param behindTheCalls - background work: its connections get a lower priority.
 */
export function connectProduct(
  config: Config,
  { connectionString, secret, clock, isEmbedded }: ProductAddress,
  logger: Logger,
  behindTheCalls = false,
): ConnectedProduct {
  const onConnected = behindTheCalls && isEmbedded ? lowerPriority : undefined;
  const open = (max: number, applicationName: string, options: Partial<DatabaseOptions> = {}) => {
    const onConnectionLost = (error: Error) =>
      logger.warn({ err: error }, "database connection lost");
    return createDatabase({
      connectionString,
      max,
      applicationName,
      role: APPLICATION_ROLE,
      statementTimeoutMs: 60_000,
      onConnected,
      onConnectionLost,
      ...options,
    });
  };
  const threads = config.roles.web && config.roles.worker ? 2 : 1;
  const db = open(Math.ceil(config.databaseConnections / threads), "platform");
  const outside = open(3, "platform outside");
  const simulators = config.sandbox ? open(5, "sandbox") : null;
  const secrets = makeSecrets(secret);
  const reachesLoopback = config.sandbox && isLoopback(config.host);
  const reads = openReads(config, db, open, logger, behindTheCalls || !config.roles.web);
  return {
    config,
    db,
    outside,
    reads,
    clock,
    secrets,
    integrations: {
      ...makeGateways(config, simulators, outside.kysely, clock),
      files: connectFileStorage(config),
      webhookReceiver: httpWebhookReceiver({ reachesLoopback }),
      push: httpPush({ key: secrets.keyFor("push"), reachesLoopback }),
    },
    logger,
    async close() {
      await Promise.all([db.close(), outside.close(), simulators?.close(), reads.close()]);
    },
  };
}

/** An unreachable replica must be given up before the waiting person gives up. */
const REPLICA_CONNECTION_MS = 2_000;
/** Background work reads one export at a time. */
const BULK_CONNECTIONS = 2;

type OpenDatabase = (
  max: number,
  applicationName: string,
  options?: Partial<DatabaseOptions>,
) => Database;

function openReads(
  { databaseReadUrl, databaseReadMaxDelay, databaseConnections }: Config,
  primary: Database,
  open: OpenDatabase,
  logger: Logger,
  isBackground: boolean,
): Reads {
  if (databaseReadUrl === null) return primaryReads(primary);
  const replica = { connectionString: databaseReadUrl, connectionTimeoutMs: REPLICA_CONNECTION_MS };
  return new ReplicaReads({
    primary,
    // Its reads report a lost connection themselves.
    replica: open(isBackground ? BULK_CONNECTIONS : databaseConnections, "platform lists", {
      ...replica,
      onConnectionLost: () => undefined,
    }),
    watchers: {
      primary: open(1, "platform replica delay"),
      replica: open(1, "platform replica delay", { ...replica, onConnectionLost: () => undefined }),
    },
    logger,
    maxDelayMs: databaseReadMaxDelay * 1000,
  });
}

function makeGateways(
  config: Config,
  simulators: Database | null,
  outside: Kysely<Schema>,
  clock: Clock,
): Omit<Integrations, "files" | "webhookReceiver" | "push"> {
  if (simulators) {
    const theirs = simulators.kysely;
    return {
      bank: sandboxBank(theirs, clock),
      taxService: sandboxTaxService(theirs, clock),
      sms: sandboxSms(theirs, clock),
      mail: sandboxMail(theirs, clock),
      companies: sandboxCompanyRegister(),
      maps: sandboxMaps(),
    };
  }
  if (!config.adapters) throw new Error("config let the sandbox be off without adapters");
  return { ...connectAdapters(config.adapters, outside), ...connectHelpers(config) };
}

export function connectFileStorage({
  fileStorage,
  dataDir,
}: Pick<Config, "fileStorage" | "dataDir">): FileStorage {
  return fileStorage ? s3Storage(fileStorage) : folderStorage(join(dataDir, "files"));
}

export function connectAdapters(
  adapters: Adapters,
  outside: Kysely<Schema>,
): Pick<Integrations, "bank" | "taxService" | "sms"> {
  const { taxRegisterUrl } = adapters;
  return {
    bank: httpBank({ url: adapters.bankUrl, token: adapters.bankToken }),
    taxService: httpTaxService(
      {
        url: adapters.taxServiceUrl,
        masterToken: adapters.taxServiceMasterToken,
        userToken: adapters.taxServiceUserToken,
        ...(taxRegisterUrl === null ? {} : { publicRegisterUrl: taxRegisterUrl }),
      },
      messageRows(outside),
    ),
    sms: httpSms({ url: adapters.smsUrl, token: adapters.smsToken }),
  };
}

type HelperSettings = Pick<
  Config,
  | "mailUrl"
  | "mailToken"
  | "mailFrom"
  | "companyRegisterUrl"
  | "companyRegisterToken"
  | "mapsUrl"
  | "mapsToken"
>;

/**
 * Optional services: without them no e-mails are sent, and company data and addresses are typed.
 */
export function connectHelpers(
  config: HelperSettings,
): Pick<Integrations, "mail" | "companies" | "maps"> {
  const { mailUrl, mailFrom, companyRegisterUrl, mapsUrl } = config;
  const target = (url: string, token: string | null) => ({
    url,
    ...(token === null ? {} : { token }),
  });
  return {
    mail:
      mailUrl === null
        ? null
        : mailUrl.startsWith("smtp")
          ? smtpMail({ url: mailUrl, from: mailFrom })
          : httpMail(target(mailUrl, config.mailToken)),
    companies: companyRegisterUrl
      ? httpCompanyRegister(target(companyRegisterUrl, config.companyRegisterToken))
      : { findCompany: () => Promise.reject(new OutOfReach("no company register is connected")) },
    maps: mapsUrl ? httpMaps(target(mapsUrl, config.mapsToken)) : { findPlaces: async () => [] },
  };
}
