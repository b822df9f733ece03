import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { LABOUR_SIGN } from "./labour-signs.ts";

/** From this share of the year limit a worker is told of. */
export const NEAR_LIMIT_PERCENT = 80;
/** How far ahead papers are looked at. */
export const PAPERS_DAYS = 30;

const RiskExposure = Type.Object({
  ndfl: Rubles,
  contributions: Rubles,
  fine: Rubles,
  total: Rubles,
});

/** A payment whose receipt its worker has annulled after he got the money. `id`: of the payout. */
export const AnnulledReceipt = Type.Object({
  id: Id,
  receiptID: nullable(Type.String()),
  workman: WorkmanBrief,
  amount: Rubles,
  reversedAt: nullable(Instant),
  job: nullable(JobBrief),
  registryID: nullable(Id),
  exposure: RiskExposure,
  /** What to do about it. */
  advice: Type.String(),
});
export type AnnulledReceipt = Type.Static<typeof AnnulledReceipt>;

/**
 * A favourite's income of this year by all customers, and what may still be paid to him. `id`: of
 * the favourite.
 */
export const WorkerLimit = Type.Object({
  id: Id,
  workman: WorkmanBrief,
  earned: Rubles,
  limit: Rubles,
  /**
   * The largest sum that may still be paid this year; 0 when the tax service says that the limit is
   * over.
   */
  left: Rubles,
  percent: Type.Integer(),
  smzState: nullable(definitionOf(SMZ_STATE)),
});
export type WorkerLimit = Type.Static<typeof WorkerLimit>;

/** A worker whose payments show signs of employment. `id`: of the worker. */
export const LabourRisk = Type.Object({
  id: Id,
  workman: WorkmanBrief,
  paid: Rubles,
  payouts: Type.Integer(),
  months: Type.Integer(),
  signs: Type.Array(
    Type.Object({ ...definitionOf(LABOUR_SIGN).properties, reason: Type.String() }),
  ),
  sentence: Type.String(),
});
export type LabourRisk = Type.Static<typeof LabourRisk>;

/** A paper of a favourite that has ended or soon will. `id`: of the paper. */
export const PaperRisk = Type.Object({
  id: Id,
  workman: WorkmanBrief,
  type: definitionOf(WORKMAN_DOCUMENT_TYPE),
  expireDate: CalendarDate,
  isExpired: Type.Boolean(),
});
export type PaperRisk = Type.Static<typeof PaperRisk>;

/** How many of each there are, and what annulled receipts may cost. */
export const RiskSummary = Type.Object({
  annulledReceipts: Type.Integer(),
  exposure: RiskExposure,
  nearLimit: Type.Integer(),
  overLimit: Type.Integer(),
  labour: Type.Integer(),
  papers: Type.Integer(),
});
export type RiskSummary = Type.Static<typeof RiskSummary>;
