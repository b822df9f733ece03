import { sql } from "kysely";
import { namesPerson } from "#contract/registries/registry-columns.ts";
import type { FindingCode } from "#contract/registries/registry-findings.ts";
import type { FittingRule, RepairRule } from "#contract/registries/registry-repair.ts";
import { exactSum, toKopecks } from "#contract/values/exact-sum.ts";
import { formatAmount, kopecksToRubles } from "#contract/values/money.ts";
import { isShortOf } from "#contract/values/person-name.ts";
import type { Db, RegistryKind } from "../registry-kind.ts";
import type { RegistryRow } from "../registry-row.ts";
import { hasFinding, ownRows } from "../validation/stored-rows.ts";
import { cellAt, columnOf, type Cause } from "./cause-column.ts";

export interface RuledCell {
  readonly row_no: number;
  readonly from: string;
  readonly to: string;
}

const RULE_OF: Partial<Record<string, RepairRule>> = {
  amount_decimals: "round",
  full_name_differs: "profile",
  required: "fill_down",
} satisfies Partial<Record<FindingCode, RepairRule>>;

/** `null`: no rule mends this cause. */
export function ruleOf(kind: RegistryKind, { cause, column }: Cause): RepairRule | null {
  const rule = RULE_OF[cause] ?? null;
  const filled = columnOf(kind, column);
  // Who is above is another person, and what is above is another's money.
  return rule === "fill_down" && (filled.holds === "sum" || namesPerson(filled)) ? null : rule;
}

/** Rows that the rule mends, in order. */
export async function ruledCells(
  db: Db,
  kind: RegistryKind,
  registry: RegistryRow,
  cause: Cause,
  rule: RepairRule,
): Promise<RuledCell[]> {
  const cell = cellAt(kind, cause.column);
  const isOfCause = sql`${ownRows(registry)} AND ${hasFinding(cause.cause, cause.column)}`;
  if (rule === "fill_down") {
    const { rows } = await sql<RuledCell>`
      SELECT t.row_no, '' AS "from", ${cell} AS "to"
      FROM (SELECT i.row_no, max(i.row_no) FILTER (WHERE btrim(${cell}) <> '') OVER (ORDER BY i.row_no)
          AS above
        FROM registry_items i
        WHERE ${ownRows(registry)}) t
      JOIN registry_items e ON e.row_no = t.row_no
        AND e.account_id = ${registry.account_id}
        AND e.registry_id = ${registry.id}
        AND e.created_on = ${registry.created_on}::date
        AND e.issues @> ${JSON.stringify([{ code: cause.cause, column: cause.column }])}::jsonb
      JOIN registry_items i ON i.row_no = t.above AND ${ownRows(registry)}
      ORDER BY t.row_no`.execute(db);
    return rows;
  }
  if (rule === "profile") {
    const { rows } = await sql<RuledCell>`
      SELECT i.row_no, ${cell} AS "from",
        concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS "to"
      FROM registry_items i
      JOIN workmen w ON w.id = i.workman_id
      WHERE ${isOfCause}
      ORDER BY i.row_no`.execute(db);
    return rows.filter(({ from, to }) => isShortOf(from, to));
  }
  const { rows } = await sql<Omit<RuledCell, "to">>`
    SELECT i.row_no, ${cell} AS "from"
    FROM registry_items i
    WHERE ${isOfCause}
    ORDER BY i.row_no`.execute(db);
  if (rows.some(({ from }) => MAY_BE_THOUSANDS.test(from))) return [];
  return rows.flatMap((row) => {
    const sum = exactSum(row.from);
    return sum === null ? [] : { ...row, to: formatAmount(toKopecks(sum)) };
  });
}

/** A number never ends with a zero behind its mark: such a column was typed as «1.500». */
const MAY_BE_THOUSANDS = /^\s*\d{1,3}[.,]\d\d0\s*$/;

export async function fittingRules(
  db: Db,
  kind: RegistryKind,
  registry: RegistryRow,
  cause: Cause,
): Promise<FittingRule[]> {
  const rule = ruleOf(kind, cause);
  const cells = rule === null ? [] : await ruledCells(db, kind, registry, cause, rule);
  const [first] = cells;
  if (rule === null || first === undefined) return [];
  return [
    {
      kind: rule,
      rowsCount: cells.length,
      example: { from: first.from, to: first.to },
      sums: rule === "round" ? sumsOf(registry, cells) : null,
    },
  ];
}

function sumsOf({ amount_kopecks: ready }: RegistryRow, cells: readonly RuledCell[]) {
  const sums = cells.map(({ from }) => exactSum(from) ?? 0n);
  return {
    before: kopecksToRubles(ready + toKopecks(sums.reduce((total, sum) => total + sum, 0n))),
    after: kopecksToRubles(sums.reduce((total, sum) => total + toKopecks(sum), ready)),
  };
}
