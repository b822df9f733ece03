import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, recordOf } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { REGISTRY_STATE } from "./registry-states.ts";

/**
 * Cells of a row as text: key of the column → what stands in the file. Source: `kinds/*` name the
 * keys.
 */
const Cells = recordOf(Type.String());

/** Flags of a registry; each «can…» that is false has its sentence in `forbidden`. */
export const RegistryPermissions = Type.Object({
  update: Type.Boolean(),
  dryRun: Type.Boolean(),
  canExecute: Type.Boolean(),
  approve: Type.Boolean(),
  /** Cancelled for good. */
  cancel: Type.Boolean(),
  /** A scheduled payment taken back: the registry is ready again. */
  undo: Type.Boolean(),
  downloadErrors: Type.Boolean(),
  /** Its unpaid rows may be corrected in a new registry. */
  correct: Type.Boolean(),
  /** Flag → why it is false, in Russian, for the tooltip of the button. */
  forbidden: recordOf(Type.String()),
});
export type RegistryPermissions = Type.Static<typeof RegistryPermissions>;

/** An uploaded registry of any kind, as a list shows it. */
export const Registry = Type.Object({
  id: Id,
  /** Number people say aloud; counted from 1 in each account and kind. */
  number: Type.Integer(),
  title: nullable(Type.String()),
  /** Name of the uploaded file; `null` for a pasted registry. */
  fileName: nullable(Type.String()),
  state: definitionOf(REGISTRY_STATE),
  /** Grows with every change of the rows; execution names the version it has seen. */
  version: Type.Integer(),
  rowsCount: Type.Integer(),
  readyCount: Type.Integer(),
  errorsCount: Type.Integer(),
  warningsCount: Type.Integer(),
  doneCount: Type.Integer(),
  failedCount: Type.Integer(),
  /** Sum of the rows that can be executed, or were; `null` for kinds without money. */
  amount: nullable(Rubles),
  /**
   * What is left of the company's money after the registry, negative when it is short; `null`
   * without `money.view` and for kinds without money.
   */
  balanceAfter: nullable(Rubles),
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  project: nullable(Type.Object({ id: Id, title: Type.String() })),
  createdAt: Instant,
  executedAt: nullable(Instant),
  completedAt: nullable(Instant),
  /** Why the file could not be read, when the state is ERROR. */
  errorMessage: nullable(Type.String()),
  permissions: RegistryPermissions,
});
export type Registry = Type.Static<typeof Registry>;

/**
 * What is wrong or doubtful in one cell: row, column, value, remedy. `cause` is the same for one
 * kind of mistake in every row.
 */
export const RowRemark = Type.Object({
  column: nullable(Type.String()),
  columnTitle: nullable(Type.String()),
  cause: Type.String(),
  message: Type.String(),
});
export type RowRemark = Type.Static<typeof RowRemark>;

/**
 * The kind's own values beside the cells: key of a column of `REGISTRY_KINDS[kind].values` or
 * `.totals` → value.
 */
export const RegistryValues = recordOf(Type.Union([Type.String(), Type.Number(), Type.Null()]));
export type RegistryValues = Type.Static<typeof RegistryValues>;

/** Fields of a row every kind has. */
export const registryItemFields = {
  id: Id,
  /** Place in the registry from 1, without gaps: lists page by it. */
  rowNo: Type.Integer(),
  /** Line of the file the row came from, header included; `null` for a pasted row. */
  fileLine: nullable(Type.Integer()),
  cells: Cells,
  errors: Type.Array(RowRemark),
  warnings: Type.Array(RowRemark),
  /** Columns whose value was healed while reading: «исправлено». */
  healedColumns: Type.Array(Type.String()),
  /**
   * What became of the row, in Russian: «Приглашение отправлено»; `null` while nothing has. Source:
   * `domain.md` §4.4.
   */
  result: nullable(Type.String()),
  values: RegistryValues,
  workman: nullable(WorkmanBrief),
};

/** Totals of a registry every kind has. */
export const RegistryInfo = Type.Object({
  ...Registry.properties,
  workmenCount: Type.Integer(),
  /** Rows per state: id of the state → count. */
  statesCount: recordOf(Type.Integer()),
  /** By the columns `REGISTRY_KINDS[kind].totals`. */
  values: RegistryValues,
});
export type RegistryInfo = Type.Static<typeof RegistryInfo>;

/** Result of a check without applying; nothing is written. */
export const registryDryRunFields = {
  version: Type.Integer(),
  rowsCount: Type.Integer(),
  readyCount: Type.Integer(),
  errorsCount: Type.Integer(),
  warningsCount: Type.Integer(),
  workmenCount: Type.Integer(),
  canExecute: Type.Boolean(),
  /** Why it cannot be executed now. */
  obstacles: Type.Array(Type.String()),
  /** What does not stop it now and should be known before it is confirmed. */
  notes: Type.Array(Type.String()),
  /** Rows that were good when they were checked and are not now: cause, text, count. */
  problems: Type.Array(
    Type.Object({ cause: Type.String(), message: Type.String(), count: Type.Integer() }),
  ),
};

/**
 * Dry run of a kind without money: `effects` are sentences of what executing does, «Будет
 * отправлено СМС: 120».
 */
export const RegistryDryRun = Type.Object({
  ...registryDryRunFields,
  effects: Type.Array(Type.String()),
});
export type RegistryDryRun = Type.Static<typeof RegistryDryRun>;

/** Errors of a registry, one line per cause with its count. Source: `experience.md` goal 10. */
export const RegistryCause = Type.Object({
  cause: Type.String(),
  column: nullable(Type.String()),
  columnTitle: nullable(Type.String()),
  message: Type.String(),
  severity: Type.Unsafe<"error" | "warning">({ type: "string", enum: ["error", "warning"] }),
  count: Type.Integer(),
  /** The first rows that have it. */
  sampleRows: Type.Array(Type.Integer()),
});
export type RegistryCause = Type.Static<typeof RegistryCause>;

/**
 * How far the work on a registry has gone; also pushed as a server-sent event. Never goes back
 * within one stage.
 */
export const RegistryProgress = Type.Object({
  id: Id,
  state: definitionOf(REGISTRY_STATE),
  stage: Type.Unsafe<"reading" | "validating" | "executing" | "idle">({
    type: "string",
    enum: ["reading", "validating", "executing", "idle"],
  }),
  /** 0 to 100, whole. */
  percent: Type.Integer(),
  processedCount: Type.Integer(),
  /** `null` while the file is still being read. */
  totalCount: nullable(Type.Integer()),
  succeededCount: Type.Integer(),
  failedCount: Type.Integer(),
  startedAt: nullable(Instant),
  secondsLeft: nullable(Type.Integer()),
  version: Type.Integer(),
});
export type RegistryProgress = Type.Static<typeof RegistryProgress>;

/** Answer of an upload: the registry is being read, its progress is at `/{id}/progress`. */
export const RegistryCreated = Type.Object({ id: Id });
/** Answer of a change of rows. */
export const RegistryChanged = Type.Object({
  id: Id,
  version: Type.Integer(),
  addedCount: Type.Integer(),
  changedCount: Type.Integer(),
});
/** Answer of a command: the state it led to. */
export const RegistryStarted = Type.Object({
  id: Id,
  state: definitionOf(REGISTRY_STATE),
  version: Type.Integer(),
});
