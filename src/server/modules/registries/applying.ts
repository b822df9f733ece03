import type { AccountActor } from "#server/platform/actor.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { RegistryDependencies } from "./index.ts";
import type { Db, JudgedRow } from "./registry-kind.ts";
import type { RegistryRow } from "./registry-row.ts";

/** A registry whose rows are being applied. */
export interface AppliedRegistry {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
  readonly created_by: number;
  readonly project_id: number | null;
  readonly executed_by: number;
  readonly executed_row_no: number;
}

export interface AppliedRow<Values> {
  readonly rowNo: number;
  /** Judged a moment ago, and without errors. */
  readonly judged: JudgedRow<Values>;
}

/** What became of a row, in words for the person. */
export interface RowOutcome {
  readonly state: "APPLIED" | "SKIPPED" | "APPLY_FAILED";
  readonly result: string;
}

/** How a kind without money is applied; payrolls have an execution of their own. */
export interface Applying<Values = unknown> {
  /** Rows of one transaction. */
  readonly batchRows: number;
  /** What one row would do: names counted over the registry for `describe`. */
  plan(judged: JudgedRow<Values>): Readonly<Record<string, number>>;
  /** The sums of `plan` as sentences, and what has to be known before it is confirmed. */
  describe(db: Db, registry: RegistryRow, sums: Readonly<Record<string, number>>): Promise<{ effects: string[]; notes: string[] }>;
  /** What the code in the message confirms: «Публикация заданий». */
  readonly purpose: string;
  /** @throws AppError `conflict` when nothing of the registry can be applied now. */
  refuse(deps: RegistryDependencies, trx: Trx, actor: AccountActor): Promise<void>;
  /** Applies rows inside the transaction; outcomes are in the order of the rows. */
  apply(deps: RegistryDependencies, trx: Trx, registry: AppliedRegistry, rows: readonly AppliedRow<Values>[], at: Date): Promise<RowOutcome[]>;
}
