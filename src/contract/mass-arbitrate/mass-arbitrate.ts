import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { EXPORT_STATE } from "#contract/exports/export-states.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { ARBITRATION_STATE, JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { Registry, registryItemFields } from "#contract/registries/registry.ts";
import { REGISTRY_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";

/** Source: `domain.md` §4.7. */
export const MassArbitrateExport = Type.Object({
  id: Id,
  state: definitionOf(EXPORT_STATE),
  rowsCount: nullable(Type.Integer()),
  fileName: nullable(Type.String()),
  /** «ноябрь, проект «Склад»». */
  title: Type.String(),
  errorMessage: nullable(Type.String()),
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
  createdAt: Instant,
  readyAt: nullable(Instant),
  expiresAt: nullable(Instant),
  permissions: Type.Object({ download: Type.Boolean() }),
});
export type MassArbitrateExport = Type.Static<typeof MassArbitrateExport>;

/** States are those of a registry. */
export const MassArbitrateImport = Type.Object({
  ...Registry.properties,
  /** Ready or applied. */
  changedCount: Type.Integer(),
  skippedCount: Type.Integer(),
  amountBefore: Rubles,
  amountAfter: Rubles,
  /** Negative when money returns to the customer. */
  amountDelta: Rubles,
  /** With commission, if every workman agrees; nothing is reserved before. */
  moneyNeeded: Rubles,
  moneyReleased: Rubles,
  /** Free balance; `null` without the right. */
  available: nullable(Rubles),
  answers: Type.Object({
    waiting: Type.Integer(),
    accepted: Type.Integer(),
    declined: Type.Integer(),
    expired: Type.Integer(),
  }),
  warnings: Type.Array(Type.String()),
});
export type MassArbitrateImport = Type.Static<typeof MassArbitrateImport>;

export const MassArbitrateItem = Type.Object({
  ...registryItemFields,
  state: definitionOf(REGISTRY_ITEM_STATE),
  jobOfferID: nullable(Id),
  job: nullable(JobBrief),
  workman: nullable(WorkmanBrief),
  offerState: nullable(definitionOf(JOB_OFFER_STATE)),
  amountBefore: nullable(Rubles),
  amountAfter: nullable(Rubles),
  reason: nullable(Definition),
  comment: nullable(Type.String()),
  /** Why skipped or not applied. */
  result: nullable(Type.String()),
  /** `null` until the change is proposed. */
  answer: nullable(
    Type.Object({
      state: definitionOf(ARBITRATION_STATE),
      answerUntil: Instant,
      comment: nullable(Type.String()),
    }),
  ),
});
export type MassArbitrateItem = Type.Static<typeof MassArbitrateItem>;
