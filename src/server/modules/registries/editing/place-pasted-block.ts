import { sql } from "kysely";
import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import type { BodyOf } from "#contract/kernel/define-endpoints.ts";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { invalid } from "#server/http/app-error.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { isHeaderRow, type PastedRow } from "../pasted-rows.ts";
import type { RegistryRow } from "../registry-row.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { ownRows, readStoredRows } from "../validation/stored-rows.ts";
import type { RegistryEdit } from "./edit-registry.ts";

type Place = Omit<BodyOf<RegistryCalls["pasteRows"]>, "version">;

/** @throws AppError `invalid` — an old client names a start row. */
export function refuseCountedRows({ startRow }: Place): void {
  if (startRow !== undefined)
    throw invalid({
      startRow: [
        "Назовите строки, поверх которых вставить: itemIDs. Отсчёт от строки менял бы и скрытые фильтром",
      ],
    });
}

/**
 * Into the named columns, under its own header, or in sequence from `startColumn`. Lines overwrite
 * the named rows; the rest are appended.
 *
 * @throws AppError `invalid` — a row of another registry or named twice, lines beyond the last
 * named row.
 */
export async function placeBlock(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  registry: RegistryRow,
  block: PastedRow[],
  place: Place,
): Promise<RegistryEdit> {
  const { columns } = kind.rows;
  const first = block[0];
  const isTitled =
    place.columns === undefined && first !== undefined && isHeaderRow(columns, first.cells);
  const columnsOf = place.columns
    ? namedColumns(columns, place.columns)
    : isTitled
      ? titledColumns(columns, first.cells)
      : plainColumns(columns, place.startColumn);
  const rows = isTitled
    ? block.slice(1).map((row) => ({ ...row, offset: row.offset - first.offset - 1 }))
    : block;
  if (rows.length === 0) throw invalid({ text: ["Нет строк для вставки"] });

  const ids = place.itemIDs ?? [];
  const rest = rows.filter(({ offset }) => offset >= ids.length);
  if (rest.length > 0 && place.itemIDs !== undefined && place.addRest !== true) {
    throw invalid({
      text: [
        `Для вставки названо: ${countOf(ids.length, ROWS)}, а в блоке больше. Назовите остальные или добавьте их в конец`,
      ],
    });
  }
  const added = rest.map((row) =>
    merge(
      columns.map(() => ""),
      row.cells,
      columnsOf,
    ),
  );
  if (registry.row_count + added.length > MAX_REGISTRY_ROWS)
    throw invalid({ text: [REGISTRY_FILE_MESSAGES.tooManyRows] });

  const rowNoOf = await findRows(trx, registry, ids);
  const over = new Map(
    rows.flatMap((row) =>
      row.offset < ids.length
        ? [[rowNoOf.get(ids[row.offset] as number) as number, row] as const]
        : [],
    ),
  );
  const changed = new Map<number, string[]>();
  const stored =
    over.size === 0
      ? []
      : await readStoredRows(
          platform,
          trx,
          kind,
          registry,
          sql`i.row_no = ANY (${[...over.keys()]}::integer[])`,
        );
  for (const { row_no, cells } of stored)
    changed.set(row_no, merge(cells, over.get(row_no)?.cells ?? [], columnsOf));
  return { changed, added, removed: [] };
}

/**
 * Stored numbers.
 *
 * @throws AppError `invalid` — absent, foreign or named twice.
 */
async function findRows(
  trx: Trx,
  registry: RegistryRow,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  if (new Set(ids).size !== ids.length) throw invalid({ itemIDs: ["Одна строка названа дважды"] });
  const { rows } = await sql<{
    id: bigint;
    row_no: number;
  }>`
    SELECT i.id, i.row_no
    FROM registry_items i
    WHERE ${ownRows(registry)} AND i.id = ANY (${numberArray(ids)}::bigint[])`.execute(trx);
  if (rows.length !== ids.length)
    throw invalid({
      itemIDs: [
        "Такой строки в реестре нет: её удалили или она из другого реестра. Вставьте значения заново, начиная со строки, которая есть",
      ],
    });
  return new Map(rows.map((row) => [Number(row.id), row.row_no]));
}

/** Position in the block → index of the kind's column, −1: unused. */
type ColumnsOf = (place: number) => number;

function namedColumns(columns: readonly RegistryColumn[], keys: readonly string[]): ColumnsOf {
  const indexes = keys.map((key) => columns.findIndex((column) => column.key === key));
  if (indexes.includes(-1)) throw invalid({ columns: ["Такого столбца в реестре нет"] });
  if (new Set(indexes).size !== indexes.length)
    throw invalid({ columns: ["Столбец указан дважды"] });
  return (place) => indexes[place] ?? -1;
}

function titledColumns(columns: readonly RegistryColumn[], header: readonly string[]): ColumnsOf {
  const indexes = header.map((title) =>
    columns.findIndex((column) => isHeaderRow([column], [title])),
  );
  return (place) => indexes[place] ?? -1;
}

function plainColumns(
  columns: readonly RegistryColumn[],
  startColumn: string | undefined,
): ColumnsOf {
  const start =
    startColumn === undefined ? 0 : columns.findIndex((column) => column.key === startColumn);
  if (start === -1) throw invalid({ startColumn: ["Такого столбца в реестре нет"] });
  return (place) => (start + place < columns.length ? start + place : -1);
}

function merge(
  cells: readonly string[],
  pasted: readonly string[],
  columnsOf: ColumnsOf,
): string[] {
  const merged = [...cells];
  pasted.forEach((text, place) => {
    const index = columnsOf(place);
    // One space empties the row: the reader would skip a line without any text.
    if (index !== -1) merged[index] = text.trim() === "" ? "" : text;
  });
  return merged;
}
