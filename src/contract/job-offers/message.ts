import { Type } from "typebox";
import { SIDE } from "#contract/auth/session.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";
import { OfferFile } from "./offer-file.ts";

/** Source: specification §9. */
export const MESSAGES_PER_PAGE = 20;
export const MESSAGE_MAX = 4000;

/** Source: specification §3, «Message: jobOfferID, message». */
export const JobOfferMessage = Type.Object({
  id: Id,
  jobOfferID: Id,
  message: Type.String(),
  /** `null`: the system. */
  author: nullable(Type.Object({ side: SIDE.schema, name: Type.String() })),
  isMine: Type.Boolean(),
  file: nullable(OfferFile),
  createdAt: Instant,
});
export type JobOfferMessage = Type.Static<typeof JobOfferMessage>;

/** Newest first. */
export const JobOfferMessages = Type.Object({
  items: Type.Array(JobOfferMessage),
  total: Type.Integer(),
  /** Read by the caller's side before this call. */
  readID: Type.Integer(),
  otherReadID: Type.Integer(),
});
export type JobOfferMessages = Type.Static<typeof JobOfferMessages>;
