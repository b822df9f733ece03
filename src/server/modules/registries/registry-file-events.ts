import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { RegistryFinding } from "#contract/registries/registry-findings.ts";
import type { TableHeader } from "./table-rows.ts";

/** A row with its verdict, as it is stored. */
export interface ReadRow<Values = PayrollRowValues> {
  values: Values;
  findings: RegistryFinding[];
  /** Keys of columns whose value was repaired, shown as «исправлено». */
  healed: string[];
  /** The number the person sees beside the row in the file. */
  line: number;
  /**
   * Texts as they stood in the file, in the order of the kind's columns; the error file is made of
   * them.
   */
  cells: string[];
}

export type RegistryFileEvent<Values = PayrollRowValues> =
  TableHeader | { type: "rows"; rows: ReadRow<Values>[] };
