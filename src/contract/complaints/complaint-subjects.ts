import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Public pages; the ids are kinds of moderation. */
export const COMPLAINT_SUBJECT = defineEnumeration({
  account: "Заказчик",
  workman: "Исполнитель",
  "account-review": "Отзыв о заказчике",
  "workman-review": "Отзыв об исполнителе",
});
export type ComplaintSubject = IdOf<typeof COMPLAINT_SUBJECT>;
