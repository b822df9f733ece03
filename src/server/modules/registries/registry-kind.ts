import type { Kysely, RawBuilder } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import type { RegistryFinding } from "#contract/registries/registry-findings.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { ApplyCalls, RegistryCalls } from "#contract/registries/registry-calls.ts";
import type { ReadRow } from "./registry-file-events.ts";
import type { RegistryRow } from "./registry-row.ts";

export type Db = Kysely<Schema> | Trx;

/** Plain data: it crosses into a worker thread. */
export interface FileScope {
  readonly accountId: number;
  /** Moscow, yyyy-MM-dd. */
  readonly today: string;
}

export interface ValidationScope extends FileScope {
  readonly registryId: number;
  readonly createdOn: string;
  /** For kinds with personal cells. */
  readonly sealKey?: Uint8Array;
}

export interface ScopeOf {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
  readonly created_by: number;
  /** Who starts it, once that is known. */
  readonly executed_by?: number | null;
  readonly project_id: number | null;
}

/** They make rows of a registry depend on each other; columns of `registry_items`. */
export interface RowKeys {
  readonly externalId: string | null;
  readonly inn: string | null;
  readonly phone: string | null;
}

export interface RepeatRule<Values> {
  readonly column: string;
  /** Any one is enough; a `null` is never compared. */
  keysOf(values: Values): readonly (RepeatKey | null)[];
  /** @param line - of the earlier row. */
  finding(line: number, values: Values): TableFinding;
}

export interface RepeatKey {
  readonly texts: readonly string[];
  readonly number: number;
}

export interface ValidatedRow<Values = unknown> {
  readonly row: ReadRow<Values>;
  readonly errorCount: number;
  readonly warningCount: number;
  readonly workmanId: number | null;
  readonly serviceId: number | null;
  readonly projectId: number | null;
  readonly payoutKind: string | null;
  readonly amountKopecks: bigint | null;
  readonly commissionKopecks: bigint | null;
}

/** Columns of `registry_items` that are searched, summed or paid; the rest is `values`. */
export interface StoredValues extends RowKeys {
  readonly receiptText: string | null;
  readonly workStart: string | null;
  readonly workEnd: string | null;
  readonly actDate: string | null;
  readonly tags: readonly string[];
  readonly comment: string | null;
  /** `null` for payrolls: all values have columns. */
  readonly values: object | null;
}

/**
 * Rules that need the database; rows go in order. Facts come by `question` and `learn` only, so it
 * runs in any thread.
 */
export interface RowValidator<Values, Question, Answer> {
  /** `null` when nothing is missing. */
  question(rows: readonly ReadRow<Values>[]): Question | null;
  learn(answer: Answer): void;
  /** Also resolves the row's references. */
  validate(row: ReadRow<Values>): ValidatedRow<Values>;
}

/** No database. Source: `architecture.md` §4a. */
export interface RowRules<
  Values = unknown,
  Scope extends FileScope = FileScope,
  Question = unknown,
  Answer = unknown,
> {
  readonly columns: readonly RegistryColumn[];
  /** Rewritten when the workbook counts from 1904. */
  readonly dateColumns: readonly string[];
  readonly repeats: readonly RepeatRule<Values>[];
  /** By the rules that need the row alone. */
  reader(
    today: string,
  ): (
    cells: readonly string[],
    uses1904: boolean | undefined,
  ) => Pick<ReadRow<Values>, "values" | "findings" | "healed">;
  validate(scope: Scope): RowValidator<Values, Question, Answer>;
}

/** Stored in `registry_items`. */
export interface RowKind<
  Values = unknown,
  Scope extends ValidationScope = ValidationScope,
  Question = unknown,
  Answer = unknown,
> extends RowRules<Values, Scope, Question, Answer> {
  readonly name: RegistryKindName;
  keysOf(values: Values): RowKeys;
  stored(validated: ValidatedRow<Values>): StoredValues;
}

export interface StoredRow {
  readonly id: bigint;
  readonly row_no: number;
  readonly file_line: number | null;
  readonly cells: string[];
  readonly state: string;
  readonly issues: RegistryFinding[] | null;
  readonly error_count: number;
  readonly warning_count: number;
  readonly healed: string[] | null;
  readonly external_id: string | null;
  readonly inn: string | null;
  readonly phone: string | null;
  readonly workman_id: number | null;
  readonly service_id: number | null;
  readonly project_id: number | null;
  readonly act_date: string | null;
  readonly amount_kopecks: bigint | null;
  readonly commission_kopecks: bigint | null;
  readonly payout_kind: string | null;
  /** Personal cells and values, encrypted; `cells` is empty there. */
  readonly sealed: Buffer | null;
}

export interface ItemReading {
  inStates(states: readonly string[]): RawBuilder<unknown>;
  /** For filters by state, to `registry_items i`. */
  readonly stateJoin?: RawBuilder<unknown>;
  /** Beside number, external id and keys. */
  search(
    registry: RegistryRow,
    search: string,
    pattern: string,
    actor: AccountActor,
  ): RawBuilder<unknown>[];
  /** `source`: a query of whole rows of `registry_items`. */
  present(
    platform: Platform,
    db: Db,
    registry: RegistryRow,
    actor: AccountActor,
    source: RawBuilder<unknown>,
  ): Promise<object[]>;
}

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
  readonly validated: ValidatedRow<Values>;
}

/** `result` is for the person. */
export interface RowOutcome {
  readonly state: "APPLIED" | "SKIPPED" | "APPLY_FAILED";
  readonly result: string;
}

/** Without money; payrolls have their own execution. */
export interface Applying<Values = unknown> {
  readonly batchRows: number;
  /** Effects of a row by name; their sums go to `describe`. */
  plan(validated: ValidatedRow<Values>): Readonly<Record<string, number>>;
  /** Sentences for the sums, and notes to read before confirming. */
  describe(
    db: Db,
    registry: RegistryRow,
    sums: Readonly<Record<string, number>>,
    at: Date,
  ): Promise<{ effects: string[]; notes: string[] }>;
  /** In the code's message: «Публикация заданий». */
  readonly purpose: string;
  /** @throws AppError `conflict` — nothing can be applied now. */
  refuse(platform: Platform, trx: Trx, actor: AccountActor): Promise<void>;
  /** In the caller's transaction; outcomes in the order of rows. */
  apply(
    platform: Platform,
    trx: Trx,
    registry: AppliedRegistry,
    rows: readonly AppliedRow<Values>[],
    at: Date,
  ): Promise<RowOutcome[]>;
}

/** Source: `architecture.md` §4a. */
export interface RegistryKind<
  Values = unknown,
  Scope extends ValidationScope = ValidationScope,
  Question = unknown,
  Answer = unknown,
> {
  readonly rows: RowKind<Values, Scope, Question, Answer>;
  readonly calls: RegistryCalls;
  readonly permissions: { readonly view: Permission; readonly edit: Permission };
  readonly items: ItemReading;
  /**
   * Projects are the uploader's: the file of a user limited to projects cannot place rows in
   * another, whoever edits it later.
   */
  loadScope(platform: Platform, db: Db, registry: ScopeOf, now: Date): Promise<Scope>;
  loadFacts(db: Db, scope: Scope, question: Question): Promise<Answer>;
  presentInfo(
    platform: Platform,
    db: Kysely<Schema>,
    registry: RegistryRow,
    actor: AccountActor,
  ): Promise<object>;
  fileFindings(
    db: Kysely<Schema>,
    registry: RegistryRow,
    actor: AccountActor,
  ): Promise<{ cause: string; message: string }[]>;
  /** A CSV holds the first only. */
  template(db: Kysely<Schema>): Promise<[SheetTable, ...SheetTable[]]>;
  /** `null` for payrolls: see `payroll/`. */
  readonly applying: { readonly calls: ApplyCalls; readonly how: Applying<Values> } | null;
  /** Personal data: it goes once its rows are stored. */
  readonly dropsFile?: boolean;
}
