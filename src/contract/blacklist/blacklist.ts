import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { FindingSummary } from "#contract/registries/registry.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";

export const BLACKLIST_CLEAR_WORD = "УДАЛИТЬ";
/** Restore time; the screen offers 5 s, the rest is for slow networks. */
export const BLACKLIST_RESTORE_SECONDS = 60;
/** Further errors are only counted. */
export const BLACKLIST_SHOWN_ERRORS = 200;

/** Reason and date are required (289-ФЗ). Source: `domain.md` §4.6, §1.8. */
export const BlacklistEntry = Type.Object({
  id: Id,
  /** Set when the company named the profile or works with the person. */
  workman: nullable(WorkmanBrief),
  name: nullable(Type.String()),
  inn: nullable(Type.String()),
  phone: nullable(Type.String()),
  reason: definitionOf(REASONS.blacklist),
  comment: nullable(Type.String()),
  /** Inclusive; `null`: forever. */
  validUntil: nullable(CalendarDate),
  /** `false` after the last day. */
  isActive: Type.Boolean(),
  /** Running offers and invites. */
  runningCount: Type.Integer(),
  createdAt: Instant,
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  permissions: Type.Object({ delete: Type.Boolean() }),
});
export type BlacklistEntry = Type.Static<typeof BlacklistEntry>;

/** Not cancelled by the entry. Source: `domain.md` §4.6. */
export const BlacklistRunning = Type.Object({
  kind: Type.Unsafe<"offer" | "invite">({ type: "string", enum: ["offer", "invite"] }),
  id: Id,
  job: JobBrief,
  state: Definition,
  /** `null` for an invite. */
  amount: nullable(Rubles),
  createdAt: Instant,
});
export type BlacklistRunning = Type.Static<typeof BlacklistRunning>;

/** Counts of entries. */
export const BlacklistUploadResult = Type.Object({
  rowsCount: Type.Integer(),
  addedCount: Type.Integer(),
  skippedCount: Type.Integer(),
  errorsCount: Type.Integer(),
  warnings: Type.Array(Type.String()),
  causes: Type.Array(FindingSummary),
  errors: Type.Array(
    Type.Object({ line: Type.Integer(), column: nullable(Type.String()), message: Type.String() }),
  ),
});
export type BlacklistUploadResult = Type.Static<typeof BlacklistUploadResult>;
