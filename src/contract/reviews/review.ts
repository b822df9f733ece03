import { Type } from "typebox";
import { AccountBrief } from "#contract/briefs/account-brief.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable, text } from "#contract/kernel/fields.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { Id } from "#contract/values/ids.ts";
import { Definition, Instant } from "#contract/values/wire.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { REVIEW_STATE } from "./review-states.ts";

/** Strangers see published ones only. Source: `domain.md` §2.7. */
export const Review = Type.Object({
  id: Id,
  account: AccountBrief,
  workman: WorkmanCard,
  job: nullable(JobBrief),
  score: Type.Integer(),
  text: Type.String(),
  state: definitionOf(REVIEW_STATE),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  createdAt: Instant,
  /** By the reviewed side; strangers see a published one only. Decision: moderated like reviews. */
  reply: nullable(
    Type.Object({
      text: Type.String(),
      state: definitionOf(REVIEW_STATE),
      rejectReason: nullable(Definition),
      rejectComment: nullable(Type.String()),
      createdAt: Instant,
    }),
  ),
  permissions: Type.Object({
    update: Type.Boolean(),
    delete: Type.Boolean(),
    reply: Type.Boolean(),
    complain: Type.Boolean(),
  }),
});
export type Review = Type.Static<typeof Review>;

/** Source: `domain.md` §2.7, «score 1–5, text 10–2000». */
export const REVIEW_TEXT_MAX = 2000;
export const reviewFields = {
  score: Type.Integer({ minimum: 1, maximum: 5 }),
  text: text(REVIEW_TEXT_MAX, 10),
};

/** `null` deletes. Decision: a word of thanks is enough. */
export const replyFields = { text: nullable(text(REVIEW_TEXT_MAX, 2)) };
