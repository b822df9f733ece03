import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/jobs/job-brief.ts";
import { FindingSummary } from "#contract/registries/registry.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/workmen/workman-brief.ts";

/** What the customer types to remove everybody at once. */
export const BLACKLIST_CLEAR_WORD = "УДАЛИТЬ";
/**
 * How long a removed entry can be put back; the screen offers it for five seconds, a slow network
 * is given a minute.
 */
export const BLACKLIST_RESTORE_SECONDS = 60;
/** Findings an upload answers in full; the rest is in the counts of their causes. */
export const BLACKLIST_SHOWN_ERRORS = 200;

/**
 * An entry of the account's black list; always with a reason and a date (289-ФЗ). Source:
 * `domain.md` §4.6, §1.8.
 */
export const BlacklistEntry = Type.Object({
  id: Id,
  /**
   * The worker, when the company knows that it is he: it named his profile, or he works with it.
   */
  workman: nullable(WorkmanBrief),
  name: nullable(Type.String()),
  inn: nullable(Type.String()),
  phone: nullable(Type.String()),
  reason: definitionOf(REASONS.blacklist),
  comment: nullable(Type.String()),
  /** The last day, `null`: for ever. */
  validUntil: nullable(CalendarDate),
  /** `false` when the last day is over: the person may be invited again. */
  isActive: Type.Boolean(),
  /** Offers and invites of this person that go on until the customer decides about each. */
  runningCount: Type.Integer(),
  createdAt: Instant,
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  permissions: Type.Object({ delete: Type.Boolean() }),
});
export type BlacklistEntry = Type.Static<typeof BlacklistEntry>;

/**
 * What still goes on with a black-listed worker: the customer decides, nothing is cut off by the
 * entry itself. Source: `domain.md` §4.6.
 */
export const BlacklistRunning = Type.Object({
  kind: Type.Unsafe<"offer" | "invite">({ type: "string", enum: ["offer", "invite"] }),
  id: Id,
  job: JobBrief,
  state: Definition,
  /** Sum of the offer; `null` for an invite. */
  amount: nullable(Rubles),
  createdAt: Instant,
});
export type BlacklistRunning = Type.Static<typeof BlacklistRunning>;

/**
 * What became of an uploaded file, or would: entries added, skipped as known, refused with their
 * lines.
 */
export const BlacklistUploadResult = Type.Object({
  rowsCount: Type.Integer(),
  addedCount: Type.Integer(),
  skippedCount: Type.Integer(),
  errorsCount: Type.Integer(),
  /** «Столбец «…» не используется». */
  warnings: Type.Array(Type.String()),
  causes: Type.Array(FindingSummary),
  errors: Type.Array(
    Type.Object({ line: Type.Integer(), column: nullable(Type.String()), message: Type.String() }),
  ),
});
export type BlacklistUploadResult = Type.Static<typeof BlacklistUploadResult>;
