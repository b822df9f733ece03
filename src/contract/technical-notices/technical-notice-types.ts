import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: specification §4. Decision: titles are ours. */
export const TECHNICAL_NOTICE_TYPE = defineEnumeration({
  SCHEDULED_MAINTENANCE: "Плановые технические работы",
  FNS_PROBLEMS: "Перебои в работе сервисов ФНС",
});
export type TechnicalNoticeType = IdOf<typeof TECHNICAL_NOTICE_TYPE>;
