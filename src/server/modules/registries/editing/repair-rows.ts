import { sql } from "kysely";
import type { BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { namesPerson } from "#contract/registries/registry-columns.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import type { RegistryRow } from "../registry-row.ts";
import { cellsOf } from "../validation/sealed-cells.ts";
import { storable } from "../validation/storable.ts";
import { hasFinding, ownRows, readStoredRows } from "../validation/stored-rows.ts";
import { columnOf, placeOf } from "./cause-column.ts";
import type { RegistryEdit } from "./edit-registry.ts";
import { ruledCells, ruleOf } from "./repair-rules.ts";

type Repair = BodyOf<RegistryCalls["repair"]>;

/** @throws AppError `invalid` — an unknown or personal column, more or less than one way. */
export async function planRepair(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  repair: Repair,
): Promise<RegistryEdit> {
  const { cause, column, remove, rows: named } = repair;
  const place = placeOf(kind, column);
  const textOf = await correctionOf(kind, trx, registry, repair);
  const changed = new Map<number, string[]>();
  const removed: number[] = [];
  const isOfCause = hasFinding(cause, column);
  const ids = named?.map(({ id }) => id);
  const rows = await readStoredRows(
    platform,
    trx,
    kind,
    registry,
    ids ? sql`${isOfCause} AND i.id = ANY (${ids}::bigint[])` : isOfCause,
  );
  if (ids && rows.length < ids.length)
    throw invalid({ rows: ["Не все строки с этой ошибкой: откройте список заново"] });
  for (const { id, row_no, cells } of rows) {
    const before = cells[place] ?? "";
    const after = storable(textOf(before, { id: Number(id), rowNo: row_no }));
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

type Correction = (before: string, row: { readonly id: number; readonly rowNo: number }) => string;

async function correctionOf(
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  { cause, column, replacements, rows, to, remove, rule }: Repair,
): Promise<Correction> {
  if ([replacements, rows, to, remove, rule].filter((way) => way !== undefined).length !== 1)
    throw invalid({ to: ["Назовите одно: replacements, rows, to, remove или rule"] });
  if (rows) {
    const texts = new Map(rows.map((one) => [one.id, one.to]));
    return (before, { id }) => texts.get(id) ?? before;
  }
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
    return (before, { rowNo }) => texts.get(rowNo) ?? before;
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
