import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { TechnicalNotice } from "./technical-notice.ts";

/** Source: specification §7, «Notifications and technical notices». */
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
