import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, recordOf } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { ReadingNoteSchema } from "./reading-note.ts";
import { REGISTRY_STATE } from "./registry-states.ts";

/** By column key. */
const Cells = recordOf(Type.String());

/** Each false flag has a reason in `forbidden`. */
export const RegistryPermissions = Type.Object({
  update: Type.Boolean(),
  dryRun: Type.Boolean(),
  canExecute: Type.Boolean(),
  approve: Type.Boolean(),
  cancel: Type.Boolean(),
  /** Unschedules a payment. */
  undo: Type.Boolean(),
  downloadErrors: Type.Boolean(),
  /** Unpaid rows become a new registry. */
  correct: Type.Boolean(),
  /** Rows without errors become a new registry, with new dates. */
  repeat: Type.Boolean(),
  /** Flag → reason. */
  forbidden: recordOf(Type.String()),
});
export type RegistryPermissions = Type.Static<typeof RegistryPermissions>;

export const Registry = Type.Object({
  id: Id,
  /** Numbered by account and kind. */
  number: Type.Integer(),
  title: nullable(Type.String()),
  /** `null`: pasted. */
  fileName: nullable(Type.String()),
  state: definitionOf(REGISTRY_STATE),
  /** Grows with every change of rows. */
  version: Type.Integer(),
  rowsCount: Type.Integer(),
  readyCount: Type.Integer(),
  errorsCount: Type.Integer(),
  warningsCount: Type.Integer(),
  doneCount: Type.Integer(),
  /** Without rows with errors, which are never executed. */
  failedCount: Type.Integer(),
  /** To pay; after the start, paid; `null` without money and when cancelled. */
  amount: nullable(Rubles),
  /** Negative when short; `null` without `money.view` and for kinds without money. */
  balanceAfter: nullable(Rubles),
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  project: nullable(Type.Object({ id: Id, title: Type.String() })),
  createdAt: Instant,
  executedAt: nullable(Instant),
  completedAt: nullable(Instant),
  errorMessage: nullable(Type.String()),
  permissions: RegistryPermissions,
});
export type Registry = Type.Static<typeof Registry>;

/** `cause`: equal for the same mistake. */
export const RowFinding = Type.Object({
  column: nullable(Type.String()),
  columnTitle: nullable(Type.String()),
  cause: Type.String(),
  message: Type.String(),
});
export type RowFinding = Type.Static<typeof RowFinding>;

/** By column key of `REGISTRY_KINDS[kind]`. */
export const RegistryValues = recordOf(Type.Union([Type.String(), Type.Number(), Type.Null()]));
export type RegistryValues = Type.Static<typeof RegistryValues>;

export const registryItemFields = {
  id: Id,
  /** Row number without gaps: the paging key. */
  rowNo: Type.Integer(),
  /** The row's number for people: its line in their file; added rows go on behind the last. */
  line: Type.Integer(),
  cells: Cells,
  errors: Type.Array(RowFinding),
  warnings: Type.Array(RowFinding),
  /** Repaired: «исправлено». */
  healedColumns: Type.Array(Type.String()),
  /** «Приглашение отправлено». Source: `domain.md` §4.4. */
  result: nullable(Type.String()),
  values: RegistryValues,
  workman: nullable(WorkmanBrief),
};

export const RegistryInfo = Type.Object({
  ...Registry.properties,
  workmenCount: Type.Integer(),
  statesCount: recordOf(Type.Integer()),
  /** Totals by key of `REGISTRY_KINDS[kind].totals`. */
  values: RegistryValues,
  /** Never confirmed, it is removed then unless somebody changes it; `null`: it stays. */
  keptUntil: nullable(Instant),
});
export type RegistryInfo = Type.Static<typeof RegistryInfo>;

export const registryDryRunFields = {
  version: Type.Integer(),
  rowsCount: Type.Integer(),
  readyCount: Type.Integer(),
  errorsCount: Type.Integer(),
  warningsCount: Type.Integer(),
  workmenCount: Type.Integer(),
  canExecute: Type.Boolean(),
  obstacles: Type.Array(Type.String()),
  /** Prevent nothing. */
  notes: Type.Array(Type.String()),
  /** Rows valid at validation and no longer. */
  problems: Type.Array(
    Type.Object({ cause: Type.String(), message: Type.String(), count: Type.Integer() }),
  ),
};

/** `effects`: «Будет отправлено СМС: 120». */
export const RegistryDryRun = Type.Object({
  ...registryDryRunFields,
  effects: Type.Array(Type.String()),
});
export type RegistryDryRun = Type.Static<typeof RegistryDryRun>;

/** Source: `experience.md` goal 10. */
export const FindingSummary = Type.Object({
  cause: Type.String(),
  column: nullable(Type.String()),
  columnTitle: nullable(Type.String()),
  message: Type.String(),
  severity: Type.Unsafe<"error" | "warning">({ type: "string", enum: ["error", "warning"] }),
  count: Type.Integer(),
  sampleRows: Type.Array(Type.Integer()),
  /** Of the whole file, with the numbers of its `message`. */
  note: Type.Optional(ReadingNoteSchema),
});
export type FindingSummary = Type.Static<typeof FindingSummary>;

/** Also a server-sent event. Never decreases within a stage. */
export const RegistryProgress = Type.Object({
  id: Id,
  state: definitionOf(REGISTRY_STATE),
  stage: Type.Unsafe<"reading" | "validating" | "executing" | "idle">({
    type: "string",
    enum: ["reading", "validating", "executing", "idle"],
  }),
  /** 0 to 100. */
  percent: Type.Integer(),
  processedCount: Type.Integer(),
  /** `null` while reading. */
  totalCount: nullable(Type.Integer()),
  succeededCount: Type.Integer(),
  failedCount: Type.Integer(),
  startedAt: nullable(Instant),
  secondsLeft: nullable(Type.Integer()),
  version: Type.Integer(),
});
export type RegistryProgress = Type.Static<typeof RegistryProgress>;

/** The file is read in the background; poll `/{id}/progress`. */
export const RegistryCreated = Type.Object({ id: Id });
export const RegistryChanged = Type.Object({
  id: Id,
  version: Type.Integer(),
  addedCount: Type.Integer(),
  changedCount: Type.Integer(),
});
export const RegistryStarted = Type.Object({
  id: Id,
  state: definitionOf(REGISTRY_STATE),
  version: Type.Integer(),
});
