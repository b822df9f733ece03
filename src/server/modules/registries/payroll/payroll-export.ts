import { failureOf, PAYOUT_FAILURE } from "#contract/payouts/payout-failures.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { errorSentences, type RegistryFinding } from "#contract/registries/registry-findings.ts";
import {
  PAYROLL_ITEM_STATE,
  type PayrollItemState,
} from "#contract/registries/registry-item-states.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import type { SheetCell, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { RegistryRow } from "../registry-row.ts";
import { sheetCells, sheetColumns } from "../routes/registry-tables.ts";
import {
  EXPORT_FIELDS,
  exportRows,
  type ExportField,
  type ReadPage,
} from "./payroll-export-rows.ts";
import { shownRowState } from "../shown-state.ts";
import { ITEM_STATE_OF_PAYOUT } from "./payroll-items.ts";

const FIRST_CELL = EXPORT_FIELDS.length;
const AT = Object.fromEntries(EXPORT_FIELDS.map((field, index) => [field, index])) as Record<
  ExportField,
  number
>;

const SHEET_COLUMNS = sheetColumns(PAYROLL_COLUMNS);

/**
 * All rows with their outcome. Readable sums and dates are typed; other cells stay as in the file.
 */
export function outcomeTable(read: ReadPage, registry: RegistryRow): SheetTable {
  const titles: [string, number, boolean?][] = [
    ["Состояние", 24],
    ["Причина", 50],
    ["Комиссия, ₽", 14],
    ["Дата выплаты", 14],
    ["Дата чека", 12],
    ["Ссылка на чек", 60, true],
    ["Номер акта", 14, true],
  ];
  return {
    name: "Реестр",
    columns: [
      { title: "№", width: 8 },
      ...SHEET_COLUMNS,
      ...titles.map(([title, width, isText]) => ({ title, width, isText })),
    ],
    batches: batches(exportRows(read, registry), (fields) => outcomeRow(registry, fields)),
  };
}

async function* batches(
  pages: AsyncIterable<string[][]>,
  rowOf: (fields: string[]) => SheetCell[],
): AsyncGenerator<SheetCell[][], void, void> {
  for await (const page of pages) yield page.map(rowOf);
}

const CELL_AT = Object.fromEntries(PAYROLL_COLUMNS.map(({ key }, index) => [key, 1 + index]));

function outcomeRow(registry: RegistryRow, fields: string[]): SheetCell[] {
  const at = (field: ExportField) => fields[AT[field]] ?? "";
  const row: SheetCell[] = [
    { count: Number(at("line")) },
    ...sheetCells(PAYROLL_COLUMNS, fields.slice(FIRST_CELL)),
  ];
  put(row, "workStart", dateCell(at("workStart")));
  put(row, "workEnd", dateCell(at("workEnd")));
  put(row, "actDate", dateCell(at("actDate")));
  const payoutState = at("payoutState");
  const state =
    payoutState === ""
      ? shownRowState(registry.state, at("state"))
      : ITEM_STATE_OF_PAYOUT[payoutState as PayoutState];
  row.push(
    PAYROLL_ITEM_STATE.titles[state as PayrollItemState],
    reasonOf(fields),
    at("commission") === "" ? null : { number: decimalSum(BigInt(at("commission"))) },
    dateCell(at("paidAt")),
    dateCell(at("receiptAt")),
    at("receiptId") === "" ? null : linkOfReceipt(at("inn"), at("receiptId")),
    at("actNumber"),
  );
  return row;
}

function put(row: SheetCell[], key: string, cell: SheetCell): void {
  if (cell !== null) row[CELL_AT[key] ?? 0] = cell;
}

function reasonOf(fields: string[]): string {
  const payoutState = fields[AT.payoutState] ?? "";
  if (payoutState === "") return fields[AT.state] === "VALIDATION_FAILED" ? sentences(fields) : "";
  const failure = failureOf(payoutState as PayoutState, fields[AT.failure] || null);
  return failure === null ? "" : PAYOUT_FAILURE.titles[failure];
}

/** «Строка 5, «ИНН исполнителя»: неверная контрольная сумма ИНН». */
function sentences(fields: string[]): string {
  const text = fields[AT.issues] ?? "";
  if (text === "") return "";
  return errorSentences(
    PAYROLL_COLUMNS,
    Number(fields[AT.line]),
    JSON.parse(text) as RegistryFinding[],
  );
}

function dateCell(date: string): SheetCell {
  return date === "" ? null : { date };
}
