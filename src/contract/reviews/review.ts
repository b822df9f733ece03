import { Type } from "typebox";
import { AccountBrief } from "#contract/accounts/account.ts";
import { definitionOf } from "#contract/definitions/definition-of.ts";
import { nullable, text } from "#contract/http/fields.ts";
import { JobBrief } from "#contract/jobs/job-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant } from "#contract/values/wire.ts";
import { WorkmanCard } from "#contract/workmen/workman-brief.ts";
import { REVIEW_STATE } from "./review-states.ts";

/** A review, of a customer by a worker or of a worker by a customer; strangers see published ones. Source: `domain.md` §2.7. */
export const Review = Type.Object({
  id: Id,
  account: AccountBrief,
  workman: WorkmanCard,
  job: nullable(JobBrief),
  /** 1 to 5 stars. */
  score: Type.Integer(),
  text: Type.String(),
  state: definitionOf(REVIEW_STATE),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  createdAt: Instant,
  permissions: Type.Object({ update: Type.Boolean(), delete: Type.Boolean() }),
});
export type Review = Type.Static<typeof Review>;

/** Score and text of a review. Source: `domain.md` §2.7, «score 1–5, text 10–2000». */
export const reviewFields = { score: Type.Integer({ minimum: 1, maximum: 5 }), text: text(2000, 10) };
