import { sql } from "kysely";
import { registryFinding } from "#contract/registries/registry-findings.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { PAY_CAUSES, type PayCause } from "#contract/workmen/payability.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";
import { addToFindingCounts } from "../editing/edit-counters.ts";
import { lockYearLimits } from "#server/money/payability/index.ts";
import { workmenOf } from "./check-people.ts";
import { COLUMN_OF_CAUSE, fillingOf } from "./pay-findings.ts";
import { unpayableRows } from "./unpayable-rows.ts";

/** Locked by the caller. */
export interface ScheduledRegistry {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
}

export interface RefusedRows {
  readonly count: number;
  readonly amountKopecks: bigint;
  readonly commissionKopecks: bigint;
}

const IS_PAY_CAUSE: ReadonlySet<string> = new Set(PAY_CAUSES);

/**
 * Asks again who may be paid when a scheduled payment starts: since the confirmation somebody may
 * have lost his status, his card or what was left of his year. Such rows get a finding, counted and
 * shown like those of the validation. What the company itself has confirmed (services, external
 * ids) is not asked again. From here on the rows that stay hold their part of the year's limit.
 */
export async function refuseUnpayable(
  trx: Trx,
  registry: ScheduledRegistry,
  now: Date,
): Promise<RefusedRows> {
  await lockYearLimits(trx, workmenOf(registry));
  const unpayable = await unpayableRows(trx, registry, moscowDate(now), { startedOnly: true });
  const refused = unpayable.flatMap((row) =>
    IS_PAY_CAUSE.has(row.cause) ? [{ ...row, cause: row.cause as PayCause }] : [],
  );
  if (refused.length === 0) return { count: 0, amountKopecks: 0n, commissionKopecks: 0n };
  const findings = refused.map((row) =>
    JSON.stringify([
      registryFinding(COLUMN_OF_CAUSE[row.cause], row.cause, fillingOf(row.cause, row)),
    ]),
  );
  await sql`
    UPDATE registry_items i
    SET state = 'VALIDATION_FAILED', issues = coalesce(i.issues, '[]'::jsonb) || v.issues::jsonb,
      error_count = i.error_count + 1
    FROM unnest(${refused.map((row) => row.row_no)}::integer[], ${findings}::text[]) AS v (row_no,
      issues)
    WHERE i.account_id = ${registry.account_id}
      AND i.registry_id = ${registry.id}
      AND i.created_on = ${registry.created_on}::date
      AND i.row_no = v.row_no`.execute(trx);
  const sum = (kopecksOf: (row: (typeof refused)[number]) => bigint) =>
    refused.reduce((total, row) => total + kopecksOf(row), 0n);
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
  await addToFindingCounts(
    trx,
    registry.account_id,
    registry.id,
    [...groupBy(refused, ({ cause }) => cause)].map(([cause, { length: rows }]) => ({
      code: cause,
      column: COLUMN_OF_CAUSE[cause],
      severity: "error" as const,
      rows,
    })),
  );
  return totals;
}
