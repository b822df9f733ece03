import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";
import { COMPLAINT_STATE } from "./complaint-states.ts";
import { COMPLAINT_SUBJECT } from "./complaint-subjects.ts";

export const Complaint = Type.Object({
  id: Id,
  subjectType: definitionOf(COMPLAINT_SUBJECT),
  /** Name, or beginning of the review. */
  subject: Type.String(),
  reason: definitionOf(REASONS.complaint),
  comment: nullable(Type.String()),
  state: definitionOf(COMPLAINT_STATE),
  decisionComment: nullable(Type.String()),
  createdAt: Instant,
  decidedAt: nullable(Instant),
});
export type Complaint = Type.Static<typeof Complaint>;
