import { sql } from "kysely";
import type { Pocket } from "#contract/transactions/pockets.ts";
import type { TransactionType } from "#contract/transactions/transaction-types.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import {
  EVERYTHING,
  isNarrow,
  operationLines,
  type OperationFilters,
  type Owner,
} from "./operation-lines.ts";

export interface OperationTotals {
  readonly count: bigint;
  readonly income: bigint;
  readonly expense: bigint;
  /** Last Moscow day to read, and lines to skip, for the offset. */
  readonly lastDay: string | null;
  readonly skip: number;
}

/** Decision: freezing moves money inside the balance. */
export const INSIDE: readonly TransactionType[] = ["HOLD", "HOLD_RELEASE", "HOLD_ADJUST"];

/** By counters with the day of the offset; narrow lists are counted. */
export function countOperations(
  ask: PreparedQuery,
  owner: Owner,
  filters: OperationFilters,
  offset: number,
): Promise<OperationTotals> {
  // Counters are per day.
  return owner.side === "account" && !isNarrow(filters) && filters.before === undefined
    ? fromCounters(ask, owner.accountId, filters, offset)
    : fromLines(ask, owner, filters, offset);
}

async function fromCounters(
  ask: PreparedQuery,
  accountId: number,
  { types, periodStart, periodEnd }: OperationFilters,
  offset: number,
): Promise<OperationTotals> {
  const [found] = await ask(sql<{
    count: bigint;
    income: bigint;
    expense: bigint;
    day: string | null;
    before: bigint | null;
  }>`
    WITH days AS (
      SELECT day, sum(line_count)::bigint AS lines,
        coalesce(sum(sum_kopecks) FILTER (WHERE type <> ALL (${INSIDE}::text[])
          AND sum_kopecks > 0),
          0)::bigint AS income,
        coalesce(-sum(sum_kopecks) FILTER (WHERE type <> ALL (${INSIDE}::text[])
          AND sum_kopecks < 0),
          0)::bigint AS expense
      FROM operation_counters
      WHERE account_id = ${accountId}
        ${types === undefined ? sql`` : sql`AND type = ANY (${types}::text[])`}
        ${periodStart === undefined ? sql`` : sql`AND day >= ${periodStart}::date`}
        ${periodEnd === undefined ? sql`` : sql`AND day <= ${periodEnd}::date`}
      GROUP BY day
    ), placed AS (SELECT *, (sum(lines) OVER (ORDER BY day DESC))::bigint AS upto FROM days)
    SELECT coalesce(sum(lines), 0)::bigint AS count, coalesce(sum(income), 0)::bigint AS income,
      coalesce(sum(expense), 0)::bigint AS expense,
      max(day) FILTER (WHERE upto > ${offset}) AS day,
        min(upto - lines) FILTER (WHERE upto > ${offset}) AS before
    FROM placed`);
  return {
    count: found?.count ?? 0n,
    income: found?.income ?? 0n,
    expense: found?.expense ?? 0n,
    lastDay: found?.day ?? null,
    skip: offset - Number(found?.before ?? 0n),
  };
}

/** Of a workman; the figures are sums of the operations he reads. Kopecks. */
export async function sumPockets(
  ask: PreparedQuery,
  workmanId: number,
): Promise<Readonly<Record<Pocket, bigint>>> {
  const owner = { side: "workman", workmanId } as const;
  const rows = await ask(sql<{ pocket: Pocket; kopecks: bigint }>`
    SELECT pocket, sum(amount_kopecks)::bigint AS kopecks
    FROM (${operationLines({ owner, filters: EVERYTHING, order: sql`1`, limit: null })}) o
    WHERE pocket IS NOT NULL
    GROUP BY pocket`);
  const sumOf = (pocket: Pocket) => rows.find((row) => row.pocket === pocket)?.kopecks ?? 0n;
  return {
    AVAILABLE: sumOf("AVAILABLE"),
    ON_THE_WAY: sumOf("ON_THE_WAY"),
    NOT_ARRIVED: sumOf("NOT_ARRIVED"),
  };
}

async function fromLines(
  ask: PreparedQuery,
  owner: Owner,
  filters: OperationFilters,
  offset: number,
): Promise<OperationTotals> {
  const [found] = await ask(sql<{ count: bigint; income: bigint; expense: bigint }>`
    SELECT count(*) AS count,
      coalesce(sum(amount_kopecks) FILTER (WHERE amount_kopecks > 0
        AND type <> ALL (${INSIDE}::text[])),
        0)::bigint AS income,
      coalesce(-sum(amount_kopecks) FILTER (WHERE amount_kopecks < 0
        AND type <> ALL (${INSIDE}::text[])),
        0)::bigint AS expense
    FROM (${operationLines({ owner, filters, order: sql`1`, limit: null })}) o`);
  return {
    count: found?.count ?? 0n,
    income: found?.income ?? 0n,
    expense: found?.expense ?? 0n,
    lastDay: filters.periodEnd ?? null,
    skip: offset,
  };
}
