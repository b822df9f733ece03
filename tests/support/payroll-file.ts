import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import {
  PAYROLL_COLUMNS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import { personInnFinding } from "#contract/values/inn.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";

export interface PayrollWorker {
  inn: string;
  fullName: string;
}

export interface PayrollFileOptions {
  /** Replaced if it exists. */
  path: string;
  format: "csv" | "xlsx";
  encoding?: "windows-1251" | "utf-8";
  rowCount: number;
  /** One mistake each, spread evenly, kinds in turn. */
  errorCount?: number;
  workers: readonly PayrollWorker[];
  /** After the periods. */
  today: string;
  /** Varies sums and texts. */
  seed?: number;
  serviceCode?: string;
}

type Cells = Record<PayrollColumnKey, string>;

/** Each makes exactly one error, without the database. */
export const PAYROLL_MISTAKES: readonly {
  column: PayrollColumnKey;
  code: string;
  value: (cells: Cells) => string;
}[] = [
  {
    column: "inn",
    code: "inn_checksum",
    value: ({ inn }) => `${inn.slice(0, 11)}${(Number(inn[11]) + 1) % 10}`,
  },
  { column: "inn", code: "inn_length", value: ({ inn }) => inn.slice(0, 8) },
  { column: "inn", code: "required", value: () => "" },
  { column: "fullName", code: "full_name_invalid", value: () => "Иванов 2-й @" },
  { column: "serviceCode", code: "service_code_invalid", value: () => "доставка" },
  { column: "receiptText", code: "receipt_text_labour", value: () => "Зарплата за месяц" },
  { column: "receiptText", code: "receipt_text_length", value: () => "Чек" },
  { column: "workEnd", code: "work_end_before_start", value: () => "01.02.2020" },
  { column: "workStart", code: "date_invalid", value: () => "31.02.2026" },
  { column: "amount", code: "amount_decimals", value: () => "100,005" },
  { column: "amount", code: "nothing_to_pay", value: () => "0,00" },
  { column: "payoutMethod", code: "payout_method_invalid", value: () => "Наличные" },
];

/**
 * Row by row.
 *
 * @returns path and number of wrong rows.
 */
export async function writePayrollFile(
  options: PayrollFileOptions,
): Promise<{ path: string; errorCount: number }> {
  const table = payrollTable(options);
  const chunks =
    options.format === "xlsx"
      ? writeXlsx([table])
      : writeCsv(table, { encoding: options.encoding ?? "windows-1251" });
  await pipeline(Readable.from(chunks), createWriteStream(options.path));
  return { path: options.path, errorCount: options.errorCount ?? 0 };
}

/** The same count gives the same people. */
export function makePayrollWorkers(count: number): PayrollWorker[] {
  const surnames = [
    "Семёнов",
    "Королёв",
    "Абрамов",
    "Щербаков",
    "Юдин",
    "Ёлкин",
    "Цветков",
    "Фомин",
    "Хабибуллин",
    "Эристов",
  ];
  const names = ["Пётр", "Алексей", "Фёдор", "Юрий", "Эдуард", "Шамиль", "Глеб"];
  const patronymics = ["Ильич", "Юрьевич", "Фёдорович", "Сергеевич", "Львович"];
  return Array.from({ length: count }, (_, index) => ({
    inn: makePersonInn(index),
    fullName: `${pick(surnames, index)} ${pick(names, index >> 2)} ${pick(patronymics, index >> 4)}`,
  }));
}

/** n-th valid one. */
function makePersonInn(index: number): string {
  const base = `77${String(10_000_000 + index * 7).padStart(8, "0")}`;
  for (let control = 0; control < 100; control += 1) {
    const inn = `${base}${String(control).padStart(2, "0")}`;
    if (personInnFinding(inn) === null) return inn;
  }
  throw new Error("every ten digits have two check digits");
}

function payrollTable(options: PayrollFileOptions): SheetTable {
  return {
    name: "Реестр",
    columns: PAYROLL_COLUMNS.map((column) => ({
      title: headerTitle(column),
      width: column.width,
      isText: column.isText,
    })),
    batches: payrollBatches(options),
  };
}

function* payrollBatches(options: PayrollFileOptions): Generator<string[][]> {
  const { rowCount, errorCount = 0 } = options;
  const every = errorCount > 0 ? Math.floor(rowCount / errorCount) : 0;
  let errors = 0;
  for (let start = 0; start < rowCount; start += 1_000) {
    const batch: string[][] = [];
    for (let index = start; index < Math.min(start + 1_000, rowCount); index += 1) {
      const cells = payrollCells(options, index);
      if (every > 0 && errors < errorCount && index % every === every - 1) {
        const mistake = pick(PAYROLL_MISTAKES, errors);
        cells[mistake.column] = mistake.value(cells);
        errors += 1;
      }
      batch.push(PAYROLL_COLUMNS.map(({ key }) => cells[key]));
    }
    yield batch;
  }
}

function payrollCells(
  { workers, today, seed = 1, serviceCode = "0301" }: PayrollFileOptions,
  index: number,
): Cells {
  const { inn, fullName } = pick(workers, index);
  const noise = Math.imul(index + 1, 2_654_435_761 + seed) >>> 0;
  const workEnd = addDays(today, -1 - (noise % 20));
  return {
    externalId: `R${seed}-${index + 1}`,
    inn,
    fullName,
    serviceCode,
    receiptText: `Доставка заказов, маршрут ${1 + (noise % 997)}, рейс ${index + 1}`,
    workStart: formatDate(addDays(workEnd, -(noise % 14))),
    workEnd: formatDate(workEnd),
    actDate: formatDate(today),
    // Kopecks follow the row number: no two rows of a worker are equal.
    amount: `${1_000 + (noise % 40_000)},${String(index % 100).padStart(2, "0")}`,
    payoutMethod: noise % 3 === 0 ? "Карта" : "",
    project: "",
    tags: noise % 5 === 0 ? "март, курьеры" : "",
    comment: "",
  };
}

function pick<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("the list is empty");
  return item;
}
