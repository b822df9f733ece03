import { Type } from "typebox";
import { AccountBrief } from "#contract/briefs/account-brief.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { JobTag, ProjectBrief } from "#contract/projects/project.ts";
import { Id } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { JOB_DOCUMENT_STATE, JOB_DOCUMENT_TYPE } from "./job-document-states.ts";

/** Source: specification §3 and `domain.md` §2.8. */
export const JobDocument = Type.Object({
  id: Id,
  type: definitionOf(JOB_DOCUMENT_TYPE),
  state: definitionOf(JOB_DOCUMENT_STATE),
  number: Type.String(),
  date: CalendarDate,
  title: Type.String(),
  amount: nullable(Rubles),
  job: nullable(JobBrief),
  account: nullable(AccountBrief),
  workman: nullable(WorkmanBrief),
  project: nullable(ProjectBrief),
  tags: Type.Array(JobTag),
  /** Hexadecimal; a signature is bound to it. */
  sha256: nullable(Type.String()),
  signedBySenderAt: nullable(Instant),
  signedByRecipientAt: nullable(Instant),
  /** Moment of the automatic signature. */
  autoSignAt: nullable(Instant),
  /** Set when the payout came back after the papers. `null` for the workman. */
  payoutNote: nullable(Type.String()),
  expiresAt: nullable(Instant),
  awaits: nullable(Type.Union([Type.Literal("account"), Type.Literal("workman")])),
  awaitedSince: nullable(Instant),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  createdAt: Instant,
  permissions: Type.Object({
    download: Type.Boolean(),
    sign: Type.Boolean(),
    reject: Type.Boolean(),
  }),
});
export type JobDocument = Type.Static<typeof JobDocument>;

/** Ignores the list's filters. */
export const JobDocumentTotals = Type.Object({
  toSignCount: Type.Integer(),
  toSignAmount: Rubles,
  /** Of the other side; `lateCount`: for more than `DOCUMENT_LATE_DAYS`. */
  awaitedCount: Type.Integer(),
  lateCount: Type.Integer(),
});
export type JobDocumentTotals = Type.Static<typeof JobDocumentTotals>;

/** Shown before a code is sent. Source: `domain.md` §1.7. */
export const SignInfo = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Id,
      type: definitionOf(JOB_DOCUMENT_TYPE),
      number: Type.String(),
      title: Type.String(),
      amount: nullable(Rubles),
      workman: nullable(WorkmanBrief),
      sha256: Type.String(),
      canSign: Type.Boolean(),
      obstacle: nullable(Type.String()),
    }),
  ),
  signableCount: Type.Integer(),
  totalAmount: Rubles,
  /** Kept with the signature. */
  agreementText: Type.String(),
  agreementVersion: Type.String(),
  /** Covers documents and text; sent with the signature. */
  version: SeenVersion,
});
export type SignInfo = Type.Static<typeof SignInfo>;

export const MassSignResult = Type.Object({
  signedCount: Type.Integer(),
  failed: Type.Array(Type.Object({ documentID: Id, message: Type.String() })),
});
export type MassSignResult = Type.Static<typeof MassSignResult>;

/** For the platform's commission. Source: routes `/profile/account/acts`. */
export const PlatformAct = Type.Object({
  id: Id,
  /** Download it by `job-documents.file`. */
  documentID: Id,
  type: definitionOf(JOB_DOCUMENT_TYPE),
  state: definitionOf(JOB_DOCUMENT_STATE),
  number: Type.String(),
  date: CalendarDate,
  periodStart: CalendarDate,
  periodEnd: CalendarDate,
  amount: Rubles,
  vat: Rubles,
});
export type PlatformAct = Type.Static<typeof PlatformAct>;

export const PlatformActTotals = Type.Object({ amount: Rubles, vat: Rubles });
export type PlatformActTotals = Type.Static<typeof PlatformActTotals>;
