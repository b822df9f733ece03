import { Type } from "typebox";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Comment } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { Complaint } from "./complaint.ts";
import { COMPLAINT_SUBJECT } from "./complaint-subjects.ts";

export const complaintEndpoints = defineEndpoints("complaints", {
  create: {
    base: "open",
    method: "POST",
    path: "/v1/complaints",
    access: "signed-in",
    summary:
      "Пожаловаться модератору на заказчика, исполнителя или отзыв: один раз, пока жалоба не рассмотрена",
    body: Type.Object({
      subjectType: COMPLAINT_SUBJECT.schema,
      subjectID: Id,
      reasonID: REASONS.complaint.schema,
      comment: Type.Optional(Comment),
    }),
    answer: Done,
    idempotent: true,
    added: true,
  },
  own: {
    base: "open",
    method: "GET",
    path: "/v1/complaints",
    access: "signed-in",
    summary: "Свои жалобы и решения модератора, последние 50",
    answer: Type.Object({ items: Type.Array(Complaint) }),
    added: true,
  },
});
