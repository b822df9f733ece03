import type { PayoutMethodCode, PayrollRowValues } from "#contract/registries/kinds/payroll.ts";

import type { CheckedRow, RegistryFileEvent } from "./registry-file-events.ts";

/**
 * Checked rows as they cross from the reading thread: two long strings instead of ten thousand objects, because the structured
 * clone writes the name of every property of every row (measured: three times the cost on both sides).
 * NUL separates the texts; the readers let none through.
 */
export interface PackedRows {
  type: "packed";
  lines: number[];
  /** By row, of a file of errors that came back; 0 for a row without an id. Absent when no row has one. */
  rowIds?: number[];
  cells: string;
  values: string;
  /** Only of rows that have any: position in the batch and what was found. */
  remarks: { at: number; issues: CheckedRow["issues"]; healed: CheckedRow["healed"] }[];
}

export type PackedRegistryFileEvent = Exclude<RegistryFileEvent, { type: "rows" }> | PackedRows;

const SEPARATOR = "\0";

export async function* packEvents(events: AsyncIterable<RegistryFileEvent>): AsyncGenerator<PackedRegistryFileEvent, void, void> {
  for await (const event of events) yield event.type === "rows" ? packRows(event.rows) : event;
}

export function unpackEvent(event: PackedRegistryFileEvent): RegistryFileEvent {
  return event.type === "packed" ? { type: "rows", rows: unpackRows(event) } : event;
}

function packRows(rows: readonly CheckedRow[]): PackedRows {
  const packed: PackedRows = { type: "packed", lines: [], cells: "", values: "", remarks: [] };
  const cells: string[] = [];
  const values: string[] = [];
  rows.forEach((row, at) => {
    packed.lines.push(row.line);
    for (const cell of row.cells) cells.push(cell);
    packValues(row.values, row.cells, values);
    if (row.issues.length > 0 || row.healed.length > 0) packed.remarks.push({ at, issues: row.issues, healed: row.healed });
  });
  // An id that got lost on the way would make a second payment of a corrected one.
  if (rows.some(({ rowId }) => rowId !== undefined)) packed.rowIds = rows.map(({ rowId }) => rowId ?? 0);
  packed.cells = cells.join(SEPARATOR);
  packed.values = values.join(SEPARATOR);
  return packed;
}

function unpackRows(packed: PackedRows): CheckedRow[] {
  const cells = packed.cells.split(SEPARATOR);
  const values = packed.values.split(SEPARATOR);
  const width = cells.length / packed.lines.length;
  const rows = packed.lines.map<CheckedRow>((line, at) => ({
    line,
    cells: cells.slice(at * width, (at + 1) * width),
    values: unpackValues(values, at * VALUE_COUNT, cells, at * width),
    issues: [],
    healed: [],
  }));
  for (const { at, issues, healed } of packed.remarks) Object.assign(rows[at] ?? {}, { issues, healed });
  packed.rowIds?.forEach((rowId, at) => {
    const row = rows[at];
    if (row && rowId > 0) row.rowId = rowId;
  });
  return rows;
}

const VALUE_COUNT = 13;
/** Stands for a value that is its cell unchanged, as most are. No value holds a control character. */
const SAME = "\u0001";

/** No value is ever the empty text: an empty cell is null, so the empty text can stand for null. */
function packValues(values: PayrollRowValues, cells: readonly string[], target: string[]): void {
  const push = (value: string | null, at: number) => target.push(value === null ? "" : value === cells[at] ? SAME : value);
  push(values.externalId, 0);
  push(values.inn, 1);
  push(values.fullName, 2);
  push(values.serviceCode, 3);
  push(values.receiptText, 4);
  push(values.workStart, 5);
  push(values.workEnd, 6);
  push(values.actDate, 7);
  push(values.amountKopecks?.toString() ?? null, 8);
  push(values.payoutMethod, 9);
  push(values.projectTitle, 10);
  push(values.tags.length === 0 ? null : values.tags.join(","), 11);
  push(values.comment, 12);
}

function unpackValues(values: readonly string[], at: number, cells: readonly string[], cellAt: number): PayrollRowValues {
  const text = (offset: number): string | null => {
    const value = values[at + offset] ?? "";
    return value === "" ? null : value === SAME ? (cells[cellAt + offset] ?? null) : value;
  };
  const amount = text(8);
  return {
    externalId: text(0),
    inn: text(1),
    fullName: text(2),
    serviceCode: text(3),
    receiptText: text(4),
    workStart: text(5),
    workEnd: text(6),
    actDate: text(7),
    amountKopecks: amount === null ? null : BigInt(amount),
    payoutMethod: text(9) as PayoutMethodCode | null,
    projectTitle: text(10),
    tags: text(11)?.split(",") ?? [],
    comment: text(12),
  };
}
