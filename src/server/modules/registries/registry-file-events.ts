import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import type { RegistryIssue } from "#contract/registries/registry-issues.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";

/** A row with its verdict, as it is stored. */
export interface CheckedRow<Values = PayrollRowValues> {
  values: Values;
  issues: RegistryIssue[];
  /** Keys of columns whose value was repaired, shown as «исправлено». */
  healed: string[];
  /** The number the person sees beside the row in the file. */
  line: number;
  /** Texts as they stood in the file, in the order of the kind's columns; the error file is made of them. */
  cells: string[];
  /** Id of the stored row this one corrects, in a file of errors that came back. */
  rowId?: number;
}

export type RegistryFileEvent<Values = PayrollRowValues> =
  | {
      type: "header";
      /** Titles of the kind's columns found in the file. */
      columns: string[];
      /** «Столбец «…» не используется» */
      warnings: string[];
      /** The file is our own file of errors: its rows go over the stored ones. */
      hasRowIds: boolean;
    }
  | { type: "rows"; rows: CheckedRow<Values>[] }
  | { type: "done"; rowCount: number };

/** What the reading thread is told. */
export interface RegistryFileInput {
  path: string;
  kind: RegistryKindName;
  /** The business date in Moscow, yyyy-MM-dd. */
  today: string;
}
