import { Type } from "typebox";
import { AccountBrief } from "#contract/briefs/account-brief.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant } from "#contract/values/wire.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { REVIEW_STATE } from "./review-states.ts";

/**
 * A review, of a customer by a worker or of a worker by a customer; strangers see published ones.
 * Source: `domain.md` §2.7.
 */
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
  /**
   * What the reviewed side has answered; strangers see a published one. Decision: it is judged by
   * the moderator as the review itself is.
   */
  reply: nullable(
    Type.Object({
      text: Type.String(),
      state: definitionOf(REVIEW_STATE),
      rejectReason: nullable(Definition),
      rejectComment: nullable(Type.String()),
      createdAt: Instant,
    }),
  ),
  /**
   * `reply`: write, change or take back the answer; `complain`: tell the moderator that the review
   * breaks the rules.
   */
  permissions: Type.Object({
    update: Type.Boolean(),
    delete: Type.Boolean(),
    reply: Type.Boolean(),
    complain: Type.Boolean(),
  }),
});
export type Review = Type.Static<typeof Review>;

/** Score and text of a review. Source: `domain.md` §2.7, «score 1–5, text 10–2000». */
export const REVIEW_TEXT_MAX = 2000;
export const reviewFields = {
  score: Type.Integer({ minimum: 1, maximum: 5 }),
  text: text(REVIEW_TEXT_MAX, 10),
};

/**
 * Text of an answer to a review; `null` takes it back. Decision: as long as a review may be, and
 * any word of thanks will do.
 */
export const replyFields = { text: nullable(text(REVIEW_TEXT_MAX, 2)) };
