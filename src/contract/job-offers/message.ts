import { Type } from "typebox";
import { SIDE } from "#contract/auth/session.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";

/** Messages of an offer's chat a page holds. Source: specification §9. */
export const MESSAGES_PER_PAGE = 20;
export const MESSAGE_MAX = 4000;

/** A message of an offer's chat. Source: specification §3, «Message: jobOfferID, message». */
export const JobOfferMessage = Type.Object({
  id: Id,
  jobOfferID: Id,
  message: Type.String(),
  author: Type.Object({ side: SIDE.schema, name: Type.String() }),
  isMine: Type.Boolean(),
  createdAt: Instant,
});
export type JobOfferMessage = Type.Static<typeof JobOfferMessage>;
