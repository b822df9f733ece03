import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  findingTitle,
  registryFinding,
  type FindingCode,
} from "#contract/registries/registry-findings.ts";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import { PAY_CAUSES, type PayCause } from "#contract/workmen/payability.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { groupBy } from "#server/data/group-by.ts";
import { announce } from "#server/data/live.ts";
import { rateOn } from "#server/data/rate-on.ts";
import type { Counted } from "#server/data/year-income.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { lockYearLimits, payableColumns, payCauseOf } from "#server/money/payability/index.ts";
import { checkBeforePaying, type TaxCheck } from "#server/money/workman-taxes/index.ts";
import { addToFindingCounts } from "../editing/edit-counters.ts";
import { COLUMN_OF_CAUSE, fillingOf } from "./rules.ts";

/** Locked by the caller, where rows are refused. */
export interface PayrollKey {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
}

/** Everybody whom ready rows pay, as a set in SQL. */
function workmenOf(registry: PayrollKey): RawBuilder<number> {
  return sql`(SELECT DISTINCT workman_id FROM registry_items
      WHERE account_id = ${registry.account_id}
        AND registry_id = ${registry.id}
        AND created_on = ${registry.created_on}::date
        AND state = 'READY_TO_APPLY')`;
}

/** The message wakes the task. */
export async function checkPeople(trx: Trx, registry: PayrollKey, at: Date): Promise<TaxCheck> {
  const check = await checkBeforePaying(trx, workmenOf(registry), at);
  if (check.asked > 0)
    await announce(trx, {
      to: `account:${registry.account_id}`,
      resource: "payroll-registries",
      ids: [registry.id],
    });
  return check;
}

interface SuspectRow {
  readonly row_no: number;
  readonly workman_id: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
  readonly cause: FindingCode;
  readonly outdated: readonly WorkmanDocumentType[];
  /** Of this year, besides this registry, kopecks. */
  readonly left_kopecks: bigint;
}

export interface UnpayableRow extends Omit<SuspectRow, "left_kopecks"> {
  /** After the rows before it, kopecks. */
  readonly leftKopecks: bigint;
}

/**
 * Each with its first cause, by the one judge (`payCauseOf`): for dry runs, confirmations and
 * starts. Read-only and one statement: 100 000 rows are read just before their money is frozen.
 * `payroll-twin.test.ts` proves it equal to the validation over all combinations of facts.
 *
 * @param today - Moscow date; the database's own is three hours behind.
 * @param counted - towards the limit of which year.
 */
export async function unpayableRows(
  db: Kysely<Schema> | Trx,
  registry: PayrollKey,
  today: CalendarDate,
  counted: Counted = {},
): Promise<UnpayableRow[]> {
  const { rows } = await sql<SuspectRow>`
    WITH item AS MATERIALIZED (
      SELECT i.account_id, i.registry_id, i.row_no, i.workman_id, i.service_id, i.external_id,
        i.payout_kind, i.work_end, i.amount_kopecks, i.commission_kopecks,
        sum(i.amount_kopecks) OVER (PARTITION BY i.workman_id)::bigint AS own_kopecks
      FROM registry_items i
      WHERE i.account_id = ${registry.account_id}
        AND i.registry_id = ${registry.id}
        AND i.created_on = ${registry.created_on}::date
        AND i.state = 'READY_TO_APPLY'
    ), worker AS MATERIALIZED (
      SELECT w.id, ${payableColumns(today, counted)}
      FROM (SELECT DISTINCT workman_id FROM item) d
      JOIN workmen w ON w.id = d.workman_id
    ), listed AS MATERIALIZED (
      SELECT w.id AS workman_id
      FROM blacklist_entries b
      JOIN workmen w ON w.inn = b.inn
      WHERE b.account_id = ${registry.account_id} AND (b.until IS NULL OR b.until >= ${today}::date)
      UNION SELECT w.id
      FROM blacklist_entries b
      JOIN people p ON p.phone = b.phone
      JOIN workmen w ON w.person_id = p.id
      WHERE b.account_id = ${registry.account_id} AND (b.until IS NULL OR b.until >= ${today}::date)
    )
    SELECT row_no, workman_id, amount_kopecks, commission_kopecks, cause, outdated, left_kopecks
    FROM (
      SELECT i.row_no, i.workman_id, i.amount_kopecks, i.commission_kopecks, f.outdated,
        CASE
          WHEN f."smzState" = 'LIMITED' THEN 0
          ELSE coalesce(the_limit.value - f."earnedKopecks", 0) END AS left_kopecks,
        coalesce(${payCauseOf({
          isBlacklisted: sql`l.workman_id IS NOT NULL`,
          allowedTaxpayerTypes: sql`CASE WHEN s.active THEN s.allowed_taxpayer_types END`,
          workEnd: sql`to_char(i.work_end, 'YYYY-MM-DD')`,
          payoutKind: sql`i.payout_kind`,
          sumKopecks: sql`i.own_kopecks`,
          leftKopecks: sql`(the_limit.value - f."earnedKopecks")`,
        })}, CASE
          WHEN i.external_id IS NOT NULL AND EXISTS (
            SELECT FROM registry_items o
            JOIN registries r ON r.account_id = o.account_id AND r.id = o.registry_id
            WHERE r.kind = 'payroll'
              AND o.account_id = i.account_id
              AND o.external_id = i.external_id
              AND o.registry_id <> i.registry_id
              AND o.state = 'READY_TO_APPLY'
              AND r.state IN ('SCHEDULED', 'EXECUTING', 'EXECUTED', 'PARTIALLY_EXECUTED')
          ) THEN 'external_id_used'
          WHEN NOT s.active THEN 'service_not_found' END) AS cause
      FROM item i
      JOIN worker f ON f.id = i.workman_id
      JOIN services s ON s.id = i.service_id
      LEFT JOIN listed l ON l.workman_id = i.workman_id
      LEFT JOIN ${rateOn("npd-year-limit-kopecks", counted.paidOn ?? today)} the_limit ON true
    ) judged
    WHERE cause IS NOT NULL
    ORDER BY row_no`.execute(db);
  return withoutFitting(rows);
}

/**
 * When the registry exceeds a workman's limit, his first rows that still fit are paid, as in
 * validation.
 */
function withoutFitting(rows: readonly SuspectRow[]): UnpayableRow[] {
  const lefts = new Map<number, bigint>();
  return rows.flatMap(({ left_kopecks: leftOfYear, ...row }) => {
    const leftKopecks = lefts.get(row.workman_id) ?? leftOfYear;
    if (row.cause !== "year_limit" || row.amount_kopecks > leftKopecks)
      return [{ ...row, leftKopecks }];
    lefts.set(row.workman_id, leftKopecks - row.amount_kopecks);
    return [];
  });
}

export interface PayrollFinding {
  readonly cause: FindingCode;
  readonly message: string;
  readonly count: number;
}

/** On ready rows since validation, the most frequent first. */
export async function validatePayrollAgain(
  db: Kysely<Schema> | Trx,
  registry: PayrollKey,
  today: CalendarDate,
  counted?: Counted,
): Promise<PayrollFinding[]> {
  const rows = await unpayableRows(db, registry, today, counted);
  return [...groupBy(rows, ({ cause }) => cause)]
    .map(([cause, { length: count }]) => ({
      cause,
      message: findingTitle(cause) ?? cause,
      count,
    }))
    .sort((one, other) => other.count - one.count);
}

export interface RefusedRows {
  readonly count: number;
  readonly amountKopecks: bigint;
  readonly commissionKopecks: bigint;
}

const IS_PAY_CAUSE: ReadonlySet<string> = new Set(PAY_CAUSES);

/**
 * When a scheduled payment starts: since the confirmation somebody may have lost his status, his
 * card or the rest of his year. Such rows get a finding. What the company itself confirmed
 * (services, external ids) is not asked again. From here on the remaining rows hold their part of
 * the year's limit.
 */
export async function refuseUnpayable(
  trx: Trx,
  registry: PayrollKey,
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
  const refuse = transition(REGISTRY_ITEM_TRANSITIONS, "refuse", "system", { of: "i" });
  await sql`
    UPDATE registry_items i
    SET ${refuse.set}, issues = coalesce(i.issues, '[]'::jsonb) || v.issues::jsonb,
      error_count = i.error_count + 1
    FROM unnest(${refused.map((row) => row.row_no)}::integer[], ${findings}::text[]) AS v (row_no,
      issues)
    WHERE i.account_id = ${registry.account_id}
      AND i.registry_id = ${registry.id}
      AND i.created_on = ${registry.created_on}::date
      AND i.row_no = v.row_no
      AND ${refuse.from}`.execute(trx);
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
