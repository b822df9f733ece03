import { Type } from "typebox";
import { defineEndpoints } from "#contract/http/define-endpoints.ts";
import { nullable } from "#contract/http/fields.ts";
import { itemsOf } from "#contract/http/paging.ts";
import { Instant } from "#contract/values/wire.ts";
import { TECHNICAL_NOTICE_TYPE } from "./technical-notice-types.ts";

/** A planned maintenance or an outage of the tax service; an open end is `null`. Source: specification §3. */
export const TechnicalNotice = Type.Object({
  type: TECHNICAL_NOTICE_TYPE.schema,
  periodStart: Instant,
  periodEnd: nullable(Instant),
});
export type TechnicalNotice = Type.Static<typeof TechnicalNotice>;

/** Banner of the layout. Source: specification §7, «Notifications and technical notices». */
export const technicalNoticeEndpoints = defineEndpoints("technical-notices", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/technical-notifications",
    access: "public",
    summary: "Плановые работы и перебои, о которых пора знать",
    answer: itemsOf(TechnicalNotice),
  },
});
