import { sql } from "kysely";
import { registryFinding } from "#contract/registries/registry-findings.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { formatAmount } from "#contract/values/money.ts";
import { yearIncome } from "#server/data/year-income.ts";
import type { Trx } from "#server/data/transaction.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { addToFindingCounts } from "../editing/edit-counters.ts";

/** Locked by the caller. */
export interface ScheduledRegistry {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
}

interface SuspectRow {
  readonly row_no: number;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  /** What the workman may still earn this year besides this registry, kopecks. */
  readonly left_kopecks: bigint;
}

export interface RefusedRows {
  readonly count: number;
  readonly amountKopecks: bigint;
  readonly commissionKopecks: bigint;
}

/**
 * Checks the yearly limit again when a scheduled payment starts: since the confirmation it may have
 * been used up here or elsewhere. Rows beyond it get a finding, counted and shown like those of the
 * validation.
 */
export async function refuseOverLimit(
  trx: Trx,
  registry: ScheduledRegistry,
  now: Date,
): Promise<RefusedRows> {
  const refused = pickRefused(await readSuspects(trx, registry, moscowDate(now)));
  if (refused.length === 0) return { count: 0, amountKopecks: 0n, commissionKopecks: 0n };
  const findings = refused.map(({ left }) =>
    JSON.stringify([registryFinding("amount", "year_limit", { x: formatAmount(left) })]),
  );
  await sql`
    UPDATE registry_items i
    SET state = 'VALIDATION_FAILED', issues = coalesce(i.issues, '[]'::jsonb) || v.issues::jsonb,
      error_count = i.error_count + 1
    FROM unnest(${refused.map(({ row }) => row.row_no)}::integer[], ${findings}::text[]) AS v (row_no,
      issues)
    WHERE i.account_id = ${registry.account_id}
      AND i.registry_id = ${registry.id}
      AND i.created_on = ${registry.created_on}::date
      AND i.row_no = v.row_no`.execute(trx);
  const sum = (kopecksOf: (row: SuspectRow) => bigint) =>
    refused.reduce((total, { row }) => total + kopecksOf(row), 0n);
  const totals = {
    count: refused.length,
    amountKopecks: sum((row) => row.amount_kopecks),
    commissionKopecks: sum((row) => row.commission_kopecks),
  };
  await sql`
    UPDATE registries r
    SET ready_count = ready_count - ${totals.count}::integer,
      error_count = error_count + ${totals.count}::integer, version = version + 1,
      amount_kopecks = amount_kopecks - ${totals.amountKopecks},
        commission_kopecks = commission_kopecks - ${totals.commissionKopecks},
      workmen_count = (SELECT count(DISTINCT i.workman_id) FROM registry_items i
        WHERE i.account_id = r.account_id
          AND i.registry_id = r.id
          AND i.created_on = r.created_on
          AND i.state = 'READY_TO_APPLY')
    WHERE r.account_id = ${registry.account_id} AND r.id = ${registry.id}`.execute(trx);
  await addToFindingCounts(trx, registry.account_id, registry.id, [
    { code: "year_limit", column: "amount", severity: "error", rows: totals.count },
  ]);
  return totals;
}

/**
 * Ready rows of self-employed workmen whose total exceeds the limit, or reported over it by the tax
 * service.
 */
async function readSuspects(
  trx: Trx,
  registry: ScheduledRegistry,
  today: string,
): Promise<SuspectRow[]> {
  const { rows } = await sql<SuspectRow>`
    WITH item AS MATERIALIZED (
      SELECT row_no, workman_id, amount_kopecks, commission_kopecks FROM registry_items
      WHERE account_id = ${registry.account_id}
        AND registry_id = ${registry.id}
        AND created_on = ${registry.created_on}::date
        AND state = 'READY_TO_APPLY'
    ), worker AS MATERIALIZED (
      SELECT w.id, d.own_kopecks, w.smz_state, ${yearIncome(today, registry)} AS earned_kopecks
      FROM (SELECT workman_id, sum(amount_kopecks)::bigint AS own_kopecks
        FROM item
        GROUP BY workman_id) d
      JOIN workmen w ON w.id = d.workman_id AND w.taxpayer_type IN ('SMZ', 'IP_SMZ')
    ), suspect AS (
      SELECT worker.id, CASE
        WHEN smz_state = 'LIMITED' THEN 0
        ELSE the_limit.value - earned_kopecks END AS left_kopecks
      FROM worker, ${rateOn("npd-year-limit-kopecks", today)} the_limit
      WHERE smz_state = 'LIMITED' OR earned_kopecks + own_kopecks > the_limit.value
    )
    SELECT item.*, suspect.left_kopecks
    FROM item
    JOIN suspect ON suspect.id = item.workman_id
    ORDER BY item.row_no`.execute(trx);
  return rows;
}

/** In row order, as in the validation: rows that still fit are paid. */
function pickRefused(rows: readonly SuspectRow[]): { row: SuspectRow; left: bigint }[] {
  const lefts = new Map<number, bigint>();
  return rows.flatMap((row) => {
    const left = lefts.get(row.workman_id) ?? row.left_kopecks;
    if (row.amount_kopecks > left) return [{ row, left: left > 0n ? left : 0n }];
    lefts.set(row.workman_id, left - row.amount_kopecks);
    return [];
  });
}
