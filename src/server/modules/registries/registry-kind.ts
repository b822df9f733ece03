import type { Kysely, RawBuilder } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import type { RegistryIssue, RegistryIssueCode } from "#contract/registries/registry-issues.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { ApplyCalls, RegistryCalls } from "./registry-calls.ts";
import type { CheckedRow } from "./registry-file-events.ts";
import type { RegistryRow } from "./registry-row.ts";

export type Db = Kysely<Schema> | Trx;

/**
 * What is the same for every row of one registry; plain data, so that it can cross into the
 * checking thread.
 */
export interface CheckScope {
  readonly accountId: number;
  readonly registryId: number;
  readonly createdOn: string;
  /** Business date in Moscow, yyyy-MM-dd. */
  readonly today: string;
  /** Seals the personal cells of kinds that have such. */
  readonly sealKey?: Uint8Array;
}

/** The registry as its check needs it. */
export interface ScopeOf {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
  readonly created_by: number;
  readonly project_id: number | null;
}

/**
 * By what rows of one registry depend on one another; neighbours are found by these columns of
 * `registry_items`.
 */
export interface RowKeys {
  readonly externalId: string | null;
  readonly inn: string | null;
  readonly phone: string | null;
}

/** What makes a row the repeat of an earlier one of the same file; `null`: it is not compared. */
export interface RepeatRule<Values> {
  readonly column: string;
  readonly code: RegistryIssueCode;
  keyOf(values: Values): { readonly texts: readonly string[]; readonly number: number } | null;
}

/** A row with its last word: everything that is stored about it. */
export interface JudgedRow<Values = unknown> {
  readonly row: CheckedRow<Values>;
  readonly errorCount: number;
  readonly warningCount: number;
  readonly workmanId: number | null;
  readonly serviceId: number | null;
  readonly projectId: number | null;
  readonly payoutKind: string | null;
  readonly amountKopecks: bigint | null;
  readonly commissionKopecks: bigint | null;
}

/**
 * What `registry_items` keeps of a row in columns of its own: what is searched, summed or paid. The
 * rest is `values`.
 */
export interface StoredValues extends RowKeys {
  readonly receiptText: string | null;
  readonly workStart: string | null;
  readonly workEnd: string | null;
  readonly actDate: string | null;
  readonly tags: readonly string[];
  readonly comment: string | null;
  /** `null` for payrolls, whose values all have columns. */
  readonly values: object | null;
}

/**
 * Rules of rows that need the database. Rows are judged in their order; it knows what it was told
 * (`question`, `learn`) and nothing else, so it works in any thread.
 */
export interface RowJudge<Values, Question, Answer> {
  /** What must be learned before these rows are judged; `null` when everything is known. */
  question(rows: readonly CheckedRow<Values>[]): Question | null;
  learn(answer: Answer): void;
  /** Adds the findings to the row itself and says what it resolves to. */
  judge(row: CheckedRow<Values>): JudgedRow<Values>;
}

/** The part of a kind that needs no database. Source: `architecture.md` §4a. */
export interface RowKind<
  Values = unknown,
  Scope extends CheckScope = CheckScope,
  Question = unknown,
  Answer = unknown,
> {
  readonly name: RegistryKindName;
  readonly columns: readonly RegistryColumn[];
  /** Columns whose days are written anew when the workbook counts them from 1904. */
  readonly dateColumns: readonly string[];
  readonly repeats: readonly RepeatRule<Values>[];
  /** Reads the rows of one file: the rules that need the row alone. */
  reader(
    today: string,
  ): (
    cells: readonly string[],
    uses1904: boolean | undefined,
  ) => Pick<CheckedRow<Values>, "values" | "issues" | "healed">;
  keysOf(values: Values): RowKeys;
  judge(scope: Scope): RowJudge<Values, Question, Answer>;
  stored(judged: JudgedRow<Values>): StoredValues;
  /** The statement that stores new rows, and a row as its line. */
  readonly copy: {
    readonly statement: string;
    line(scope: Scope, rowNo: number, fileLine: number | null, judged: JudgedRow<Values>): string;
  };
}

/** A row as it came out of the check, read back. */
export interface StoredRow {
  readonly id: bigint;
  readonly row_no: number;
  readonly file_line: number | null;
  readonly cells: string[];
  readonly state: string;
  readonly issues: RegistryIssue[] | null;
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
  /**
   * Personal cells and values, sealed; `cells` has empty texts in their places until they are
   * opened.
   */
  readonly sealed: Buffer | null;
}

/** How the rows of a kind are read for a screen. */
export interface ItemReading {
  /** Rows of `i` in one of these states of the kind. */
  inStates(states: readonly string[]): RawBuilder<unknown>;
  /** Joined to `registry_items i` when rows are filtered by state. */
  readonly stateJoin?: RawBuilder<unknown>;
  /** Ways a row is found by the text beside its number, external id and keys. */
  search(
    registry: RegistryRow,
    search: string,
    pattern: string,
    actor: AccountActor,
  ): RawBuilder<unknown>[];
  /** Presents the rows of `source`, a query of whole rows of `registry_items`. */
  present(
    platform: Platform,
    db: Db,
    registry: RegistryRow,
    actor: AccountActor,
    source: RawBuilder<unknown>,
  ): Promise<object[]>;
}

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
  describe(
    db: Db,
    registry: RegistryRow,
    sums: Readonly<Record<string, number>>,
  ): Promise<{ effects: string[]; notes: string[] }>;
  /** What the code in the message confirms: «Публикация заданий». */
  readonly purpose: string;
  /** @throws AppError `conflict` when nothing of the registry can be applied now. */
  refuse(platform: Platform, trx: Trx, actor: AccountActor): Promise<void>;
  /** Applies rows inside the transaction; outcomes are in the order of the rows. */
  apply(
    platform: Platform,
    trx: Trx,
    registry: AppliedRegistry,
    rows: readonly AppliedRow<Values>[],
    at: Date,
  ): Promise<RowOutcome[]>;
}

/** A kind of registry with all its rules. Source: `architecture.md` §4a. */
export interface RegistryKind<
  Values = unknown,
  Scope extends CheckScope = CheckScope,
  Question = unknown,
  Answer = unknown,
> {
  readonly rows: RowKind<Values, Scope, Question, Answer>;
  readonly calls: RegistryCalls;
  readonly permissions: { readonly view: Permission; readonly edit: Permission };
  readonly items: ItemReading;
  /**
   * Projects are those of the person who uploaded it: a limited user's file cannot place a row in
   * somebody else's project, whoever edits it later.
   */
  loadScope(platform: Platform, db: Db, registry: ScopeOf, now: Date): Promise<Scope>;
  /** Answers for a whole batch of rows at once. */
  loadFacts(db: Db, scope: Scope, question: Question): Promise<Answer>;
  presentInfo(
    platform: Platform,
    db: Kysely<Schema>,
    registry: RegistryRow,
    actor: AccountActor,
  ): Promise<object>;
  /** Findings about the file as a whole, beside those of its rows. */
  fileFindings(
    db: Kysely<Schema>,
    registry: RegistryRow,
    actor: AccountActor,
  ): Promise<{ cause: string; message: string }[]>;
  /** The sheets of the empty template; a CSV has room for the first only. */
  template(db: Kysely<Schema>): Promise<[SheetTable, ...SheetTable[]]>;
  /**
   * The rows with errors as they stood in the file, their sentences, and the id by which they find
   * their places again.
   */
  errorsTable(platform: Platform, actor: AccountActor, registry: RegistryRow): SheetTable;
  /** `null`: payrolls, which are executed by `payroll/`. */
  readonly applying: { readonly calls: ApplyCalls; readonly how: Applying<Values> } | null;
  /** The uploaded file is removed when its rows are stored: it holds personal data. */
  readonly dropsFile?: boolean;
}
