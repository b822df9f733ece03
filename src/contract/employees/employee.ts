import { Type } from "typebox";
import { AccountBrief } from "#contract/briefs/account-brief.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { nullable, Phone } from "#contract/kernel/fields.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { EMPLOYMENT_STATE } from "./employment-states.ts";

/**
 * `id` is the `accountEmployeeID` of registries, filters and exports. `inn` and `phone` are masked
 * without `workmen.personal-data`. Source: `domain.md` §0.2, §2.6.
 */
export const Employee = Type.Object({
  id: Id,
  /** `null` until a workman invited by phone confirms. */
  workman: nullable(WorkmanCard),
  /** The formatted phone while `workman` is `null`. */
  name: Type.String(),
  phone: Phone,
  inn: nullable(Type.String()),
  state: definitionOf(EMPLOYMENT_STATE),
  taxpayerType: nullable(definitionOf(TAXPAYER_TYPE)),
  smzState: nullable(definitionOf(SMZ_STATE)),
  hasPaymentDetails: Type.Boolean(),
  payObstacle: nullable(Type.String()),
  /** Expired or soon to expire. */
  expiringDocumentsCount: Type.Integer(),
  /** This year's, from all customers; the legal limit is 2 400 000 ₽. */
  yearIncome: nullable(Rubles),
  projects: Type.Array(ProjectBrief),
  comment: nullable(Type.String()),
  createdAt: Instant,
  lastJobAt: nullable(Instant),
  permissions: Type.Object({
    update: Type.Boolean(),
    pause: Type.Boolean(),
    resume: Type.Boolean(),
    end: Type.Boolean(),
    createInvite: Type.Boolean(),
    blacklist: Type.Boolean(),
    downloadDocuments: Type.Boolean(),
    updateSmzStatusUnknown: Type.Boolean(),
  }),
});
export type Employee = Type.Static<typeof Employee>;

/** The workman's view. Source: specification §7, `GET employment/by-workman/list`. */
export const Employment = Type.Object({
  id: Id,
  account: AccountBrief,
  state: definitionOf(EMPLOYMENT_STATE),
  createdAt: Instant,
  permissions: Type.Object({ confirm: Type.Boolean(), end: Type.Boolean() }),
});
export type Employment = Type.Static<typeof Employment>;
