import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { ConfigError, type Config } from "./config.ts";
import { connectProduct, type ConnectedProduct, type ProductAddress } from "./connect-product.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { holdsDemonstration, seedDatabase } from "./seed/seed.ts";
import { s3Storage, type S3Target } from "./integrations/file-storage/s3.ts";
import { readClockOffset } from "#server/sandbox/index.ts";
import { offsetClock } from "#server/data/clock.ts";
import { asOwner } from "#server/data/database.ts";
import { endsWithin } from "#server/work/ends-within.ts";
import { loadSecret, makeSecrets } from "#server/data/secrets.ts";

export interface Product extends ConnectedProduct {
  readonly address: ProductAddress;
  /** Seeded just now; `main` then adds its history. */
  readonly isNewDemonstration: boolean;
}

const CONNECTIONS_MS = 1_000;

/**
 * Database (embedded unless configured), migrations, seed, outside services.
 *
 * @param say - prints a sentence before slow steps of a first start.
 */
export async function openProduct(
  config: Config,
  logger: Logger,
  say: (sentence: string) => void = () => undefined,
): Promise<Product> {
  await mkdir(config.dataDir, { recursive: true });
  if (config.fileStorage) await refuseClosedStorage(config.fileStorage, logger);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "postgres")))
    say("Готовлю базу данных…");
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    return await openOn(config, logger, embedded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * A wrong key or bucket ends the start: every upload would fail. A storage that does not answer may
 * recover, and people can be paid without it.
 *
 * @throws ConfigError with the storage's reason, without keys.
 */
export async function refuseClosedStorage(target: S3Target, logger: Logger): Promise<void> {
  try {
    const refusal = await s3Storage(target).findRefusal();
    if (refusal !== null)
      throw new ConfigError(
        `FILE_STORAGE_URL: хранилище ${target.endpoint} не даёт записать в корзину «${target.bucket}» (${refusal}), проверьте корзину и ключи доступа`,
      );
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    logger.error({ err: error }, "the file storage does not answer");
  }
}

async function openOn(
  config: Config,
  logger: Logger,
  embedded: EmbeddedPostgres | null,
): Promise<Product> {
  const connectionString = config.databaseUrl ?? (embedded?.connectionString() as string);
  const address: ProductAddress = {
    connectionString,
    secret: config.secret ?? (await loadSecret(config.dataDir)),
    clock: offsetClock(),
    isEmbedded: embedded !== null,
  };

  const isNewDemonstration = await asOwner(
    connectionString,
    "platform migrations",
    async ({ pool, kysely }) => {
      await migrate(pool);
      if (!config.sandbox && (await holdsDemonstration(kysely))) {
        throw new ConfigError(
          "В базе лежат данные демонстрации, чьи телефоны и права всем известны. Задайте настоящим службам чистую базу: другой DATABASE_URL или DATA_DIR",
        );
      }
      const isSeeded = await seedDatabase(
        kysely,
        config.seed,
        address.clock,
        makeSecrets(address.secret),
      );
      if (config.sandbox) address.clock.advance(await readClockOffset(kysely));
      return isSeeded && config.seed === "demo";
    },
  );

  const connected = connectProduct(config, address, logger);
  return {
    ...connected,
    address,
    isNewDemonstration,
    async close() {
      // A connection never released would block: the server's own end closes it.
      await endsWithin(CONNECTIONS_MS, connected.close());
      await embedded?.stop();
    },
  };
}
