import { sql, type Kysely } from "kysely";
import { technicalNoticeEndpoints } from "#contract/technical-notices/technical-notice-endpoints.ts";
import type { TechnicalNoticeType } from "#contract/technical-notices/technical-notice-types.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Serve } from "#server/http/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { listenForTaxFailures, taxSilenceTask } from "./tax-service-outage.ts";

/** How long before a planned work the banner appears. */
const ANNOUNCED_DAYS = 7;

export interface TechnicalNoticesDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: ProductEventBus;
}

/**
 * Banners about planned work and outages of the tax service: those that go on or begin within a
 * week, the nearest first.
 */
export function makeTechnicalNotices(deps: TechnicalNoticesDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  listenForTaxFailures(deps.events);
  return {
    tasks: [taxSilenceTask(deps)],
    routes(serve) {
      serve(technicalNoticeEndpoints.list, async ({ trx }) => {
        const now = deps.clock.now();
        const { rows } = await sql<{
          type: TechnicalNoticeType;
          period_start: Date;
          period_end: Date;
        }>`
          SELECT type, period_start, period_end FROM technical_notices
          WHERE period_end > ${now}
            AND period_start < ${new Date(now.getTime() + ANNOUNCED_DAYS * 86_400_000)}
          ORDER BY period_start, id`.execute(trx);
        return {
          items: rows.map((row) => ({
            type: row.type,
            periodStart: row.period_start.toISOString(),
            periodEnd: row.period_end.toISOString(),
          })),
        };
      });
    },
  };
}
