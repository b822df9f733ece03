import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import type { TableHeader } from "./table-rows.ts";

export interface ReadRow<Values = PayrollRowValues> {
  values: Values;
  findings: TableFinding[];
  /** Keys of columns whose value was repaired, shown as «исправлено». */
  healed: string[];
  /** Row number in the person's file. */
  line: number;
  /** Original texts in the order of the kind's columns; the error file is made of them. */
  cells: readonly string[];
}

export type RegistryFileEvent<Values = PayrollRowValues> =
  TableHeader | { type: "rows"; rows: ReadRow<Values>[] };
