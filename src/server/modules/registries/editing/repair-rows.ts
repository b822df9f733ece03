import { sql, type RawBuilder } from "kysely";
import type { BodyOf, QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { namesPerson } from "#contract/registries/registry-columns.ts";
import type { CauseValue, CauseValues } from "#contract/registries/registry-repair.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { Db, RegistryKind } from "../registry-kind.ts";
import type { RegistryRow } from "../registry-row.ts";
import { cellsOf } from "../validation/sealed-cells.ts";
import { storable } from "../validation/storable.ts";
import { hasFinding, ownRows, readStoredRows } from "../validation/stored-rows.ts";
import { cellAt, columnOf, placeOf } from "./cause-column.ts";
import type { RegistryEdit } from "./edit-registry.ts";
import { fittingRules, ruledCells, ruleOf } from "./repair-rules.ts";

type Repair = BodyOf<RegistryCalls["repair"]>;

/** A value fits the others when at least every fifth sound row has it. */
const USUAL_SHARE = 5;

export async function loadCauseValues(
  db: Db,
  kind: RegistryKind,
  registry: RegistryRow,
  query: QueryOf<RegistryCalls["causeValues"]>,
): Promise<CauseValues> {
  const { cause, column } = query;
  const isOfPerson = namesPerson(columnOf(kind, column));
  const page = pageOf(query);
  const cell = cellAt(kind, column);
  const read = async (where: RawBuilder<unknown>, limit: number, offset = 0) =>
    (
      await sql<CauseValue>`
        SELECT ${cell} AS value, count(*)::integer AS count
        FROM registry_items i
        WHERE ${ownRows(registry)} AND ${where}
        GROUP BY ${cell}
        ORDER BY count DESC, value
        LIMIT ${limit} OFFSET ${offset}`.execute(db)
    ).rows;
  const count = async (where: RawBuilder<unknown>) =>
    (
      await sql<{ rows: number; values: number }>`
        SELECT count(*)::integer AS rows, count(DISTINCT ${cell})::integer AS values
        FROM registry_items i
        WHERE ${ownRows(registry)} AND ${where}`.execute(db)
    ).rows[0] ?? { rows: 0, values: 0 };
  const isOfCause = hasFinding(cause, column);
  const isSound = sql`i.error_count = 0 AND ${cell} <> ''`;
  const counts = await count(isOfCause);
  const [usual] = isOfPerson ? [] : await read(isSound, 1);
  const isUsual =
    usual !== undefined &&
    usual.count > 1 &&
    usual.count * USUAL_SHARE >= (await count(isSound)).rows;
  return {
    version: registry.version,
    rowsCount: counts.rows,
    items: isOfPerson ? [] : await read(isOfCause, page.limit, page.offset),
    meta: page.metaOf(isOfPerson ? 0 : counts.values),
    usual: isUsual ? usual : null,
    rules: await fittingRules(db, kind, registry, query),
  };
}

/** @throws AppError `invalid` — an unknown or personal column, more or less than one way. */
export async function planRepair(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  repair: Repair,
): Promise<RegistryEdit> {
  const { cause, column, remove } = repair;
  const place = placeOf(kind, column);
  const textOf = await correctionOf(kind, trx, registry, repair);
  const changed = new Map<number, string[]>();
  const removed: number[] = [];
  const rows = await readStoredRows(platform, trx, kind, registry, hasFinding(cause, column));
  for (const { row_no, cells } of rows) {
    const before = cells[place] ?? "";
    const after = storable(textOf(before, row_no));
    if (remove) removed.push(row_no);
    else if (after !== before)
      changed.set(
        row_no,
        cells.map((text, index) => (index === place ? after : text)),
      );
  }
  if (changed.size + removed.length === 0)
    throw conflict("Исправлять нечего: новые значения равны прежним или таких строк уже нет");
  return { changed, added: [], removed };
}

type Correction = (before: string, rowNo: number) => string;

async function correctionOf(
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  { cause, column, replacements, to, remove, rule }: Repair,
): Promise<Correction> {
  if ([replacements, to, remove, rule].filter((way) => way !== undefined).length !== 1)
    throw invalid({ to: ["Назовите одно: replacements, to, remove или rule"] });
  if (!remove && rule?.kind !== "profile" && namesPerson(columnOf(kind, column)))
    throw invalid({ column: ["Данные разных людей исправляют по одной строке"] });
  if (rule?.kind === "replace") {
    const { from, to: text = "" } = rule;
    if (from === undefined) throw invalid({ "rule.from": ["Укажите, что заменить"] });
    return (before) => before.replaceAll(from, () => text);
  }
  if (rule) {
    if (ruleOf(kind, { cause, column }) !== rule.kind)
      throw invalid({ "rule.kind": ["Эту ошибку так не исправить"] });
    const cells = await ruledCells(trx, kind, registry, { cause, column }, rule.kind);
    const texts = new Map(cells.map((one) => [one.row_no, one.to]));
    return (before, rowNo) => texts.get(rowNo) ?? before;
  }
  const texts = new Map((replacements ?? []).map((one) => [one.from, one.to]));
  return (before) => to ?? texts.get(before) ?? before;
}

/** Before the edit; the way back from an earlier repair ends. */
export async function keepForUndo(
  trx: Trx,
  registry: RegistryRow,
  { changed, removed }: RegistryEdit,
  at: Date,
): Promise<void> {
  await forgetRepair(trx, registry);
  await sql`
    INSERT INTO registry_repairs (account_id, registry_id, row_no, version, is_removed, cells,
      sealed, repaired_at)
    SELECT i.account_id, i.registry_id, i.row_no, ${registry.version + 1}, v.is_removed, i.cells,
      i.sealed, ${at}
    FROM unnest(${[...changed.keys(), ...removed]}::integer[],
      ${[...changed.keys()].map(() => false).concat(removed.map(() => true))}::boolean[])
      AS v (row_no, is_removed)
    JOIN registry_items i ON i.row_no = v.row_no
    WHERE ${ownRows(registry)}`.execute(trx);
}

/**
 * Removed rows come back at the registry's end.
 *
 * @throws AppError `conflict` — changed since the repair.
 */
export async function planUndo(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
): Promise<RegistryEdit> {
  const { rows } = await sql<{
    row_no: number;
    is_removed: boolean;
    cells: string[];
    sealed: Buffer | null;
  }>`
    SELECT row_no, is_removed, cells, sealed
    FROM registry_repairs
    WHERE account_id = ${registry.account_id}
      AND registry_id = ${registry.id}
      AND version = ${registry.version}
    ORDER BY row_no`.execute(trx);
  if (rows.length === 0)
    throw conflict("Отменить исправление уже нельзя: реестр с тех пор изменился");
  await forgetRepair(trx, registry);
  const opened = rows.map(({ row_no, is_removed, ...row }) => ({
    row_no,
    is_removed,
    cells: cellsOf(platform, kind.rows.columns, row),
  }));
  return {
    changed: new Map(
      opened.filter(({ is_removed }) => !is_removed).map(({ row_no, cells }) => [row_no, cells]),
    ),
    added: opened.filter(({ is_removed }) => is_removed).map(({ cells }) => cells),
    removed: [],
  };
}

async function forgetRepair(trx: Trx, registry: RegistryRow): Promise<void> {
  await sql`
    DELETE FROM registry_repairs
    WHERE account_id = ${registry.account_id} AND registry_id = ${registry.id}`.execute(trx);
}
