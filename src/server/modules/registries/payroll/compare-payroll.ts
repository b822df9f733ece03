import { sql, type RawBuilder } from "kysely";
import {
  CHANGED_PERCENT,
  COMPARISON_KINDS,
  type ComparedPerson,
  type ComparisonKind,
  type PayrollComparison,
} from "#contract/registries/payroll-comparison.ts";
import type { WorkPeriod } from "#contract/registries/payroll-repeat.ts";
import { seesPayrollSums } from "#contract/registries/registry-permissions.ts";
import { STARTED_REGISTRIES } from "#contract/registries/registry-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lineOf, shownRowNo } from "../registry-pages.ts";
import { loadRegistry, projectScope, type RegistryRow } from "../registry-row.ts";
import { ownRows } from "../validation/stored-rows.ts";

const VIEW = { kind: "payroll", permission: "payroll-registries.view" } as const;
/** Older ones are no last month's. */
const LATEST_STARTED = 50;

interface ComparisonQuery {
  readonly withID?: number;
  readonly kind?: ComparisonKind;
  readonly page?: number;
  readonly perPage?: number;
}

/** By person, of ready rows: what was prepared is compared with what was prepared. */
export async function comparePayroll(
  trx: Trx,
  actor: AccountActor,
  id: number,
  query: ComparisonQuery,
): Promise<PayrollComparison> {
  const registry = await loadRegistry(trx, actor, { ...VIEW, id });
  const otherId = query.withID ?? (await formerOf(trx, actor, registry));
  const { limit, offset, metaOf } = pageOf(query);
  const seesSums = seesPayrollSums(actor);
  if (otherId === null)
    return { with: null, ...summaryOf({}, seesSums), items: [], meta: metaOf(0) };
  const other = await loadRegistry(trx, actor, { ...VIEW, id: otherId });
  const kinds: readonly ComparisonKind[] = query.kind ? [query.kind] : COMPARISON_KINDS;
  const { rows } = await sql<Compared>`
    WITH here AS (${peopleOf(registry)}), there AS (${peopleOf(other)}),
    compared AS MATERIALIZED (
      SELECT coalesce(h.workman_id, t.workman_id) AS workman_id, t.kopecks AS before,
        h.kopecks AS now, coalesce(h.row_no, t.row_no) AS row_no,
        CASE
          WHEN t.kopecks IS NULL THEN 'new'
          WHEN h.kopecks IS NULL THEN 'gone'
          WHEN abs(h.kopecks - t.kopecks) * 100 > t.kopecks * ${sql.lit(CHANGED_PERCENT)}
            THEN 'changed'
          ELSE 'same' END AS kind
      FROM here h
      FULL JOIN there t ON t.workman_id = h.workman_id
    ),
    page AS (
      SELECT c.*, row_number() OVER (
        ORDER BY array_position(${[...kinds]}::text[], c.kind),
          ${seesSums ? sql`abs(coalesce(c.now, 0) - coalesce(c.before, 0)) DESC,` : sql``}
          c.row_no) AS place
      FROM compared c
      WHERE c.kind = ANY (${[...kinds]}::text[])
      ORDER BY place
      LIMIT ${limit} OFFSET ${offset}
    )
    SELECT (
      SELECT coalesce(jsonb_object_agg(t.kind, to_jsonb(t)), '{}')
      FROM (
        SELECT kind, count(*) AS people, coalesce(sum(before), 0) AS before,
          coalesce(sum(now), 0) AS now
        FROM compared GROUP BY kind
      ) t
    ) AS totals, (
      SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.place), '[]')
      FROM (
        SELECT page.*, i.id AS item_id, i.file_line,
          concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS name
        FROM page
        JOIN workmen w ON w.id = page.workman_id
        JOIN registry_items i ON i.account_id = ${registry.account_id}
          AND i.registry_id = CASE page.kind WHEN 'gone' THEN ${other.id}::integer ELSE ${registry.id}::integer END
          AND i.created_on = CASE page.kind
            WHEN 'gone' THEN ${other.created_on}::date
            ELSE ${registry.created_on}::date END
          AND i.row_no = page.row_no
      ) p
    ) AS items, (
      SELECT jsonb_build_object('workStart', min(work_start), 'workEnd', max(work_end))
      FROM there
    ) AS period`.execute(trx);
  const { totals, items, period } = rows[0] as Compared;
  const summary = summaryOf(totals, seesSums);
  return {
    with: {
      id: other.id,
      number: other.number,
      title: other.title,
      period: period.workStart === null ? null : (period as WorkPeriod),
    },
    ...summary,
    items: items.map((row) => {
      const source = row.kind === "gone" ? other : registry;
      return presentPerson(row, source, seesSums);
    }),
    meta: metaOf(kinds.reduce((sum, kind) => sum + summary.counts[kind], 0)),
  };
}

interface ComparedRow {
  readonly kind: ComparisonKind;
  readonly workman_id: number;
  readonly name: string;
  /** Kopecks: JSON keeps them exact up to ninety trillion rubles. */
  readonly before: number | null;
  readonly now: number | null;
  readonly item_id: number;
  readonly row_no: number;
  readonly file_line: number | null;
}

interface Compared {
  readonly totals: Totals;
  readonly items: readonly ComparedRow[];
  readonly period: { readonly workStart: string | null; readonly workEnd: string | null };
}

type Totals = Partial<
  Record<ComparisonKind | "same", { readonly people: number; before: number; now: number }>
>;

function peopleOf(registry: RegistryRow): RawBuilder<unknown> {
  return sql`
    SELECT i.workman_id, sum(i.amount_kopecks)::bigint AS kopecks, min(i.row_no) AS row_no,
      min(i.work_start) AS work_start, max(i.work_end) AS work_end
    FROM registry_items i
    WHERE ${ownRows(registry)} AND i.state = 'READY_TO_APPLY'
    GROUP BY i.workman_id`;
}

/**
 * The latest started registry before this one, of its project if it has one, whose work was over
 * when this one's began: the walk ends at the first that has no row of a later day. Two registries
 * of the same days are compared only when there is no such one.
 */
async function formerOf(
  trx: Trx,
  actor: AccountActor,
  registry: RegistryRow,
): Promise<number | null> {
  const scope = projectScope(actor, VIEW.permission);
  // Not a table of WITH: of that all fifty would be walked before they are put in order.
  const lately = sql`
    SELECT r.account_id, r.id, r.number, r.created_on
    FROM registries r
    WHERE r.account_id = ${registry.account_id}
      AND r.kind = 'payroll'
      AND r.number < ${registry.number}
      AND r.state = ANY (${[...STARTED_REGISTRIES]}::text[])
      ${scope === null ? sql`` : sql`AND r.project_id = ANY (${[...scope]}::integer[])`}
      ${registry.project_id === null ? sql`` : sql`AND r.project_id = ${registry.project_id}`}
    ORDER BY r.number DESC
    LIMIT ${sql.lit(LATEST_STARTED)}`;
  const { rows } = await sql<{ id: number | null }>`
    WITH first_day AS (
      SELECT min(i.work_start) AS day
      FROM registry_items i
      WHERE ${ownRows(registry)} AND i.state = 'READY_TO_APPLY'
    )
    SELECT coalesce((
      SELECT r.id
      FROM (${lately}) r
      WHERE (
        SELECT count(*)
        FROM (
          SELECT
          FROM registry_items i
          WHERE i.account_id = r.account_id
            AND i.registry_id = r.id
            AND i.created_on = r.created_on
            AND i.state = 'READY_TO_APPLY'
            AND i.work_end >= (SELECT day FROM first_day)
          LIMIT 1
        ) later
      ) = 0
      ORDER BY r.number DESC
      LIMIT 1
    ), (SELECT r.id FROM (${lately}) r ORDER BY r.number DESC LIMIT 1)) AS id`.execute(trx);
  return rows[0]?.id ?? null;
}

function summaryOf(totals: Totals, seesSums: boolean): Pick<PayrollComparison, "counts" | "sums"> {
  const ofEach = <Value>(read: (total: Totals["same"]) => Value) => ({
    new: read(totals.new),
    gone: read(totals.gone),
    changed: read(totals.changed),
    same: read(totals.same),
  });
  return {
    counts: ofEach((total) => total?.people ?? 0),
    sums: seesSums
      ? ofEach((total) => ({
          before: rublesOf(total?.before ?? 0),
          now: rublesOf(total?.now ?? 0),
        }))
      : null,
  };
}

function presentPerson(row: ComparedRow, source: RegistryRow, seesSums: boolean): ComparedPerson {
  const { before, now } = row;
  const sums = seesSums
    ? {
        before: before === null ? null : rublesOf(before),
        now: now === null ? null : rublesOf(now),
        percent:
          before === null || now === null ? null : Math.round(((now - before) * 100) / before),
      }
    : { before: null, now: null, percent: null };
  return {
    kind: row.kind,
    workman: { id: row.workman_id, name: row.name },
    ...sums,
    row: {
      registryID: source.id,
      itemID: row.item_id,
      rowNo: shownRowNo(source.removed_rows, row.row_no),
      line: lineOf(row),
    },
  };
}

function rublesOf(kopecks: number): number {
  return kopecksToRubles(BigInt(kopecks));
}
