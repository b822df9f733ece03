import { sql, type RawBuilder } from "kysely";
import type { BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { MOST_REPAIRED_VALUES, type CauseValues } from "#contract/registries/registry-repair.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { Db, RegistryKind } from "../registry-kind.ts";
import type { RegistryRow } from "../registry-row.ts";
import { cellsOf } from "../validation/sealed-cells.ts";
import { storable } from "../validation/storable.ts";
import { hasFinding, ownRows, readStoredRows } from "../validation/stored-rows.ts";
import type { RegistryEdit } from "./edit-registry.ts";

type Repair = BodyOf<RegistryCalls["repair"]>;
type Cause = Pick<Repair, "cause" | "column">;

/** A value fits the others when at least every fifth sound row has it. */
const USUAL_SHARE = 5;

export async function loadCauseValues(
  db: Db,
  kind: RegistryKind,
  registry: RegistryRow,
  { cause, column }: Cause,
): Promise<CauseValues> {
  const isPersonal = isPersonalColumn(kind, column);
  const cell = sql`i.cells[${sql.lit(placeOf(kind, column) + 1)}]`;
  const count = async (where: RawBuilder<unknown>, limit: number) =>
    (
      await sql<{ value: string; count: number; total: number }>`
        SELECT ${cell} AS value, count(*)::integer AS count,
          (sum(count(*)) OVER ())::integer AS total
        FROM registry_items i
        WHERE ${ownRows(registry)} AND ${where}
        GROUP BY ${cell}
        ORDER BY count DESC, value
        LIMIT ${limit}`.execute(db)
    ).rows;
  const rows = await count(hasFinding(cause, column), MOST_REPAIRED_VALUES + 1);
  const [usual] = isPersonal ? [] : await count(sql`i.error_count = 0 AND ${cell} <> ''`, 1);
  const isUsual =
    usual !== undefined && usual.count > 1 && usual.count * USUAL_SHARE >= usual.total;
  return {
    version: registry.version,
    rowsCount: rows[0]?.total ?? 0,
    items:
      isPersonal || rows.length > MOST_REPAIRED_VALUES
        ? []
        : rows.map(({ value, count }) => ({ value, count })),
    usual: isUsual ? { value: usual.value, count: usual.count } : null,
  };
}

/** @throws AppError `invalid` — an unknown or personal column, more or less than one way. */
export async function planRepair(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  { cause, column, replacements, to, remove }: Repair,
): Promise<RegistryEdit> {
  const place = placeOf(kind, column);
  if ([replacements, to, remove].filter((way) => way !== undefined).length !== 1)
    throw invalid({ to: ["Назовите одно: replacements, to или remove"] });
  if (!remove && isPersonalColumn(kind, column))
    throw invalid({ column: ["Личные данные исправляют по одной строке"] });
  const texts = new Map((replacements ?? []).map((one) => [one.from, one.to]));
  const changed = new Map<number, string[]>();
  const removed: number[] = [];
  const rows = await readStoredRows(platform, trx, kind, registry, hasFinding(cause, column));
  for (const { row_no, cells } of rows) {
    const before = cells[place] ?? "";
    const after = storable(to ?? texts.get(before) ?? before);
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

function placeOf(kind: RegistryKind, column: string): number {
  const place = kind.rows.columns.findIndex(({ key }) => key === column);
  if (place === -1) throw invalid({ column: ["Такого столбца в реестре нет"] });
  return place;
}

function isPersonalColumn(kind: RegistryKind, column: string): boolean {
  return kind.rows.columns.some(({ key, isPersonal }) => key === column && isPersonal);
}
