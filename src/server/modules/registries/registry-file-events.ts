import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import type { TableHeader } from "./table-rows.ts";

export interface ReadRow<Values = PayrollRowValues> {
  values: Values;
  findings: TableFinding[];
  /** Columns with a repaired value, «исправлено». */
  healed: string[];
  /** In the person's file. */
  line: number;
  /** Original texts in column order, for the error file. */
  cells: readonly string[];
}

export type RegistryFileEvent<Values = PayrollRowValues> =
  TableHeader | { type: "rows"; rows: ReadRow<Values>[] };
