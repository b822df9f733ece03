import type { Kysely } from "kysely";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import { REGISTRY_FINDINGS, type FindingCode } from "#contract/registries/registry-findings.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Counted } from "#server/data/year-income.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistryRow } from "../registry-row.ts";
import { unpayableRows } from "./unpayable-rows.ts";

export interface PayrollFinding {
  readonly cause: FindingCode;
  readonly message: string;
  readonly count: number;
}

/** Findings that have appeared on ready rows since validation, the most frequent first. */
export async function validatePayrollAgain(
  db: Kysely<Schema> | Trx,
  registry: RegistryRow,
  today: CalendarDate,
  counted?: Counted,
): Promise<PayrollFinding[]> {
  const rows = await unpayableRows(db, registry, today, counted);
  return [...groupBy(rows, ({ cause }) => cause)]
    .map(([cause, { length: count }]) => ({
      cause,
      message: REGISTRY_FINDINGS[cause].title,
      count,
    }))
    .sort((one, other) => other.count - one.count);
}
