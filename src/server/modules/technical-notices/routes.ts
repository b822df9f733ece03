import { sql } from "kysely";
import { technicalNoticeEndpoints } from "#contract/technical-notices/technical-notice-endpoints.ts";
import type { TechnicalNoticeType } from "#contract/technical-notices/technical-notice-types.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";

const ANNOUNCED_DAYS = 7;

/** Running or within a week, the nearest first. */
export function serveTechnicalNotices(serve: Serve, { clock }: Platform): void {
  serve(technicalNoticeEndpoints.list, async ({ trx }) => {
    const now = clock.now();
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
}
