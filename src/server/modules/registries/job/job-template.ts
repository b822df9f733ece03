import { sql, type Kysely } from "kysely";
import { JOB_COLUMNS, type JobColumnKey } from "#contract/registries/kinds/job-columns.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { SheetCell, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import {
  amountCell,
  employeesOf,
  serviceOf,
  servicesSheet,
  tagTitles,
} from "../payroll/payroll-template.ts";
import { templateOf } from "../routes/registry-tables.ts";

export async function jobTemplate(
  db: Kysely<Schema>,
  rows: readonly (readonly SheetCell[])[],
): Promise<[SheetTable, ...SheetTable[]]> {
  const { rows: cities } = await sql<{
    title: string;
    region: string;
  }>`SELECT title, region FROM cities ORDER BY title, region`.execute(db);
  const directory: SheetTable = {
    name: "Справочник городов",
    columns: [
      { title: "Город", width: 30 },
      { title: "Регион", width: 34 },
    ],
    batches: [cities.map(({ title, region }) => [title, region])],
  };
  return templateOf("job", rows, [await servicesSheet(db), directory]);
}

interface JobFilling {
  readonly title?: string;
  readonly description?: string;
  readonly serviceID?: number;
  readonly accountEmployeeIDs?: number[];
  /** Unix seconds. */
  readonly finishDate?: number;
  /** Rubles. */
  readonly budget?: number;
  readonly jobTagsIDs?: number[];
}

/**
 * One row per chosen employee (none chosen: all active ones) with the values for all.
 *
 * @throws AppError `invalid` — an absent service, employee or tag.
 */
export async function fillJobTemplate(
  db: Kysely<Schema>,
  actor: AccountActor,
  filling: JobFilling,
  today: string,
): Promise<SheetCell[][]> {
  const service =
    filling.serviceID === undefined ? undefined : await serviceOf(db, filling.serviceID);
  const tags = filling.jobTagsIDs ? await tagTitles(db, actor, filling.jobTagsIDs) : [];
  const workmen = await employeesOf(db, actor, filling.accountEmployeeIDs, today);
  const common: Partial<Record<JobColumnKey, SheetCell>> = {
    title: filling.title?.trim(),
    description: filling.description?.trim(),
    serviceCode: service?.code,
    receiptText: service?.default_receipt_text,
    budget: amountCell(filling.budget, "budget"),
    finishDate:
      filling.finishDate === undefined
        ? null
        : { date: moscowDate(new Date(filling.finishDate * 1000)) },
    tags: tags.join(", "),
  };
  return workmen.map(({ inn }) =>
    JOB_COLUMNS.map(({ key }) => (key === "inn" ? inn : (common[key] ?? ""))),
  );
}
