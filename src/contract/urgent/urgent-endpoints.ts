import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { UrgentItem } from "./urgent.ts";

/** What a workman must do now. */
export const urgentEndpoints = defineEndpoints("urgent", {
  ofWorkman: {
    base: "open",
    method: "GET",
    path: "/v1/workman/urgent",
    access: "workman",
    summary: "Что исполнителю сделать сейчас, самое срочное первым",
    answer: itemsOf(UrgentItem),
    added: true,
  },
});
