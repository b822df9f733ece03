import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { RegistryBrief } from "#contract/briefs/registry-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { LABOUR_SIGN } from "./labour-signs.ts";

/** Share of the year limit. */
export const NEAR_LIMIT_PERCENT = 80;
export const PAPERS_DAYS = 30;

const RiskExposure = Type.Object({
  ndfl: Rubles,
  contributions: Rubles,
  fine: Rubles,
  total: Rubles,
});

/** After the payment. `id`: of the payout. */
export const AnnulledReceipt = Type.Object({
  id: Id,
  receiptID: nullable(Type.String()),
  workman: WorkmanBrief,
  amount: Rubles,
  reversedAt: nullable(Instant),
  job: nullable(JobBrief),
  registryID: nullable(Id),
  registry: nullable(RegistryBrief),
  exposure: RiskExposure,
  advice: Type.String(),
});
export type AnnulledReceipt = Type.Static<typeof AnnulledReceipt>;

/** This year, from all customers. `id`: of the favourite. */
export const WorkmanLimit = Type.Object({
  id: Id,
  workman: WorkmanBrief,
  /** `outside` the platform: as far as the tax service said. */
  earned: Rubles,
  outside: Rubles,
  limit: Rubles,
  /** 0 when the tax service reports the limit exceeded. */
  left: Rubles,
  percent: Type.Integer(),
  smzState: nullable(definitionOf(SMZ_STATE)),
});
export type WorkmanLimit = Type.Static<typeof WorkmanLimit>;

/** `id`: of the workman. */
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

/** Expired or soon to expire. `id`: of the document. */
export const PaperRisk = Type.Object({
  id: Id,
  workman: WorkmanBrief,
  type: definitionOf(WORKMAN_DOCUMENT_TYPE),
  expireDate: CalendarDate,
  isExpired: Type.Boolean(),
  /** A newer one waits for its check: until then nothing changes. */
  isInReview: Type.Boolean(),
});
export type PaperRisk = Type.Static<typeof PaperRisk>;

export const RiskSummary = Type.Object({
  annulledReceipts: Type.Integer(),
  exposure: RiskExposure,
  nearLimit: Type.Integer(),
  overLimit: Type.Integer(),
  labour: Type.Integer(),
  papers: Type.Integer(),
});
export type RiskSummary = Type.Static<typeof RiskSummary>;
