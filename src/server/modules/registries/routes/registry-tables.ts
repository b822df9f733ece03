import { sql } from "kysely";
import {
  ERRORS_COLUMN_TITLE,
  headerTitle,
  ROW_ID_COLUMN_TITLE,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { errorSentences, type RegistryFinding } from "#contract/registries/registry-findings.ts";
import {
  REGISTRY_ITEM_STATE,
  type RegistryItemState,
} from "#contract/registries/registry-item-states.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { parseAmount } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import type { SheetCell, SheetColumn, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { Platform } from "#server/platform.ts";
import { lineOf } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";
import { shownRowState } from "../shown-state.ts";
import { cellsOf } from "../validation/sealed-cells.ts";
import { ownRows } from "../validation/stored-rows.ts";

const PAGE_ROWS = 1_000;
/** Grows with a kind's columns, to recognise an old template. */
const TEMPLATE_VERSION = "1";

export function sheetColumns(columns: readonly RegistryColumn[]): SheetColumn[] {
  return columns.map((column) => ({
    title: headerTitle(column),
    width: column.width,
    isText: column.isText,
  }));
}

/** Readable sums are numbers, however they were written; other cells stay as in the file. */
export function sheetCells(
  columns: readonly RegistryColumn[],
  cells: readonly string[],
): SheetCell[] {
  return columns.map(({ holds }, index) => {
    const text = cells[index] ?? "";
    const sum = holds === "sum" ? parseAmount(text) : null;
    return sum?.ok ? { number: decimalSum(sum.kopecks) } : text;
  });
}

/** Rows, directories, and the kind's mark for programs. */
export function templateOf(
  kind: RegistryKindName,
  rows: readonly (readonly SheetCell[])[],
  directories: readonly SheetTable[],
): [SheetTable, ...SheetTable[]] {
  return [
    {
      name: "Реестр",
      columns: sheetColumns(REGISTRY_KINDS[kind].columns),
      batches: rows.length === 0 ? [] : [rows],
    },
    ...directories,
    {
      name: "_meta",
      columns: [
        { title: "kind", width: 12 },
        { title: "version", width: 12 },
      ],
      batches: [[[kind, TEMPLATE_VERSION]]],
      isHidden: true,
    },
  ];
}

interface ExportedRow {
  readonly id: bigint;
  readonly row_no: number;
  readonly file_line: number | null;
  readonly cells: string[];
  readonly state: RegistryItemState;
  readonly issues: RegistryFinding[] | null;
  readonly result: string | null;
  readonly sealed: Buffer | null;
}

/** A query per page: a slow download holds no connection. */
async function* exportedRows(
  platform: Platform,
  actor: AccountActor,
  registry: RegistryRow,
  onlyErrors: boolean,
): AsyncGenerator<ExportedRow[], void, void> {
  const { columns } = REGISTRY_KINDS[registry.kind];
  for (let after = 0; ;) {
    const { rows } = await platform.reads.list(actor, (db) =>
      sql<ExportedRow>`
      SELECT id, row_no, file_line, cells, state, issues, result, sealed FROM registry_items i
      WHERE ${ownRows(registry)}
        AND i.row_no > ${after} ${
          onlyErrors
            ? sql`
          AND (i.error_count > 0 OR i.state = 'APPLY_FAILED')`
            : sql``
        }
      ORDER BY i.row_no
      LIMIT ${PAGE_ROWS}`.execute(db),
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_no;
    yield rows.map((row) => ({ ...row, cells: cellsOf(platform, columns, row) }));
  }
}

export function resultTable(
  platform: Platform,
  actor: AccountActor,
  registry: RegistryRow,
): SheetTable {
  return {
    name: "Реестр",
    columns: [
      { title: "№", width: 8 },
      ...sheetColumns(REGISTRY_KINDS[registry.kind].columns),
      { title: "Состояние", width: 20 },
      { title: "Результат", width: 60 },
    ],
    batches: tableRows(exportedRows(platform, actor, registry, false), (row) => [
      { count: lineOf(row) },
      ...sheetCells(REGISTRY_KINDS[registry.kind].columns, row.cells),
      REGISTRY_ITEM_STATE.titles[shownRowState(registry.state, row.state)],
      row.result ?? sentences(registry, row),
    ]),
  };
}

/** Errors or not applied, as in the file, with the row id by which a corrected file is merged. */
export function errorsTableOf(
  platform: Platform,
  actor: AccountActor,
  registry: RegistryRow,
): SheetTable {
  const { columns } = REGISTRY_KINDS[registry.kind];
  return errorsTable(
    [...sheetColumns(columns), { title: ROW_ID_COLUMN_TITLE, width: 12, isText: true }],
    tableRows(exportedRows(platform, actor, registry, true), (row) => [
      ...sheetCells(columns, row.cells),
      String(row.id),
      row.result ?? sentences(registry, row),
    ]),
  );
}

/** @param batches - a row's last cell says what is wrong with it. */
export function errorsTable(
  columns: readonly SheetColumn[],
  batches: AsyncIterable<SheetCell[][]>,
): SheetTable {
  return {
    name: "Реестр",
    columns: [...columns, { title: ERRORS_COLUMN_TITLE, width: 80 }],
    batches,
  };
}

async function* tableRows(
  pages: AsyncIterable<ExportedRow[]>,
  rowOf: (row: ExportedRow) => SheetCell[],
): AsyncGenerator<SheetCell[][], void, void> {
  for await (const page of pages) yield page.map(rowOf);
}

/** «Строка 5, «ИНН»: неверная контрольная сумма ИНН». */
function sentences(registry: RegistryRow, row: ExportedRow): string {
  const { columns } = REGISTRY_KINDS[registry.kind];
  return errorSentences(columns, lineOf(row), row.issues ?? []);
}
