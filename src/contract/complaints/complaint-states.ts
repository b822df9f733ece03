import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

export const COMPLAINT_STATE = defineEnumeration({
  WAITING: "На рассмотрении",
  ACCEPTED: "Нарушение подтвердилось",
  DISMISSED: "Нарушений не нашли",
});
export type ComplaintState = IdOf<typeof COMPLAINT_STATE>;
