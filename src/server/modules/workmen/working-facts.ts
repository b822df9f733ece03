import { sql, type RawBuilder } from "kysely";
import type { WorkingFacts } from "#contract/workmen/work-refusal.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { payableColumns } from "#server/money/payability/index.ts";

/** Jsonb: kopecks below 2^53. */
export interface WorkingFactsRow extends Omit<WorkingFacts, "earnedKopecks" | "yearLimitKopecks"> {
  readonly earnedKopecks: number;
  readonly yearLimitKopecks: number;
}

/**
 * Jsonb; null without a workman. Depends on no outer column: a list computes it once.
 *
 * @param today - Moscow date, yyyy-MM-dd.
 */
export function workingFactsOf(
  workmanId: number | null,
  today: string,
): RawBuilder<WorkingFactsRow | null> {
  if (workmanId === null) return sql`NULL::jsonb`;
  return sql`(SELECT to_jsonb(x) FROM (
    SELECT ${payableColumns(today)},
      coalesce(${rateOn("npd-year-limit-kopecks", today)}, 0) AS "yearLimitKopecks"
    FROM workmen w WHERE w.id = ${workmanId}) x)`;
}

export function readWorkingFacts(row: WorkingFactsRow): WorkingFacts;
export function readWorkingFacts(row: WorkingFactsRow | null): WorkingFacts | null;
export function readWorkingFacts(row: WorkingFactsRow | null): WorkingFacts | null {
  return (
    row && {
      ...row,
      earnedKopecks: BigInt(row.earnedKopecks),
      yearLimitKopecks: BigInt(row.yearLimitKopecks),
    }
  );
}
