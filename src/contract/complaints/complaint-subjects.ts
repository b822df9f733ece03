import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** What of a public page a complaint may be about; the ids are the moderator's kinds. */
export const COMPLAINT_SUBJECT = defineEnumeration({
  account: "Заказчик",
  workman: "Исполнитель",
  "account-review": "Отзыв о заказчике",
  "workman-review": "Отзыв об исполнителе",
});
export type ComplaintSubject = IdOf<typeof COMPLAINT_SUBJECT>;
