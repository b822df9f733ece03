import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { JOB_COLUMNS, type JobColumnKey } from "#contract/registries/kinds/job-columns.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import type { PayrollWorker } from "./payroll-file.ts";

export interface JobFileOptions {
  /** Replaced if it exists. */
  readonly path: string;
  readonly rowCount: number;
  /** Invited in turn. */
  readonly workers: readonly PayrollWorker[];
  /** Before the jobs begin. */
  readonly today: string;
}

/**
 * Any size.
 *
 * @returns its path.
 */
export async function writeJobFile(options: JobFileOptions): Promise<string> {
  const columns = JOB_COLUMNS.map((column) => ({
    title: headerTitle(column),
    width: column.width,
    isText: column.isText,
  }));
  await pipeline(
    Readable.from(writeCsv({ name: "Реестр", columns, batches: jobBatches(options) })),
    createWriteStream(options.path),
  );
  return options.path;
}

function* jobBatches({ rowCount, workers, today }: JobFileOptions): Generator<string[][]> {
  for (let start = 0; start < rowCount; start += 1_000) {
    yield Array.from({ length: Math.min(1_000, rowCount - start) }, (_, offset) => {
      const index = start + offset;
      const cells: Partial<Record<JobColumnKey, string>> = {
        externalId: `J-${index + 1}`,
        title: `Доставка по маршруту ${1 + (index % 997)}`,
        description: `Забрать заказы на складе и развезти по адресам, рейс ${index + 1}. Пропуск заказан`,
        serviceCode: "0301",
        receiptText: `Доставка заказов, рейс ${index + 1}`,
        budget: `${1_000 + (index % 40_000)},${String(index % 100).padStart(2, "0")}`,
        startDate: formatDate(addDays(today, 1 + (index % 20))),
        finishDate: formatDate(addDays(today, 25 + (index % 20))),
        inn: workers[index % workers.length]?.inn ?? "",
        tags: index % 5 === 0 ? "март, курьеры" : "",
        actRequired: "Да",
      };
      return JOB_COLUMNS.map(({ key }) => cells[key] ?? "");
    });
  }
}
