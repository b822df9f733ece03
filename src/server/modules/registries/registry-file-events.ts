import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { RegistryIssue } from "#contract/registries/registry-issues.ts";
import type { TableHeader } from "./table-rows.ts";

export interface CheckedRow<Values = PayrollRowValues> {
  values: Values;
  issues: RegistryIssue[];
  /** Keys of columns whose value was repaired, shown as «исправлено». */
  healed: string[];
  /** Row number in the person's file. */
  line: number;
  /** Original texts in the order of the kind's columns; the error file is made of them. */
  cells: string[];
}

export type RegistryFileEvent<Values = PayrollRowValues> =
  TableHeader | { type: "rows"; rows: CheckedRow<Values>[] };
