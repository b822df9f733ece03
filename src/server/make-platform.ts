import { join } from "node:path";
import type { OffsetClock } from "#server/data/clock.ts";
import type { LiveHub } from "#server/data/live.ts";
import { makePreparedQueries } from "#server/data/prepared-query.ts";
import { rememberingStorage } from "#server/files/unnamed-files.ts";
import type { AppDependencies } from "./app-dependencies.ts";
import { linkOrigin } from "./config.ts";
import type { Platform } from "./platform.ts";
import { makeProductEvents } from "./product-events.ts";

export function makePlatform(
  { config, db, outside, reads, clock, secrets, integrations, logger }: AppDependencies,
  hub: LiveHub,
): Platform & { readonly clock: OffsetClock } {
  return {
    ...integrations,
    files: rememberingStorage({ db: db.kysely, files: integrations.files, clock }),
    db: db.kysely,
    pool: db.pool,
    outside: outside.kysely,
    reads,
    askOf: makePreparedQueries(reads.databases),
    hub,
    clock,
    events: makeProductEvents(),
    secrets,
    logger,
    publicUrl: config.publicUrl,
    linkOrigin: linkOrigin(config),
    https: config.production,
    sandbox: config.sandbox,
    largePayoutKopecks: BigInt(config.largePayoutRubles) * 100n,
    exportsDirectory: join(config.dataDir, "exports"),
  };
}
