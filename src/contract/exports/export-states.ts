import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.8. */
export const EXPORT_TYPE = defineEnumeration({
  JOBS: "Задания",
  PAYOUTS: "Выплаты",
  RECEIPTS: "Чеки",
  ACTS: "Акты",
  TRANSACTIONS: "Операции",
  WORKMEN: "Исполнители",
  TAXES: "Налоги",
  DOCUMENTS_ARCHIVE: "Архив документов",
  LOG: "Журнал",
});
export type ExportType = IdOf<typeof EXPORT_TYPE>;

export const EXPORT_FORMAT = defineEnumeration({
  xlsx: "Excel",
  csv: "CSV",
  "1c": "1С: обмен с банком",
  xml: "1С: поступления услуг",
});
export type ExportFormat = IdOf<typeof EXPORT_FORMAT>;

/** A 1С format holds one type of rows. */
export const TYPE_OF_FORMAT: Partial<Record<ExportFormat, ExportType>> = {
  "1c": "TRANSACTIONS",
  xml: "ACTS",
};

/** Ids: `domain.md` §2.8; titles are ours. */
export const EXPORT_GROUP_BY = defineEnumeration({
  NONE: "Без группировки",
  PROJECT: "По проектам",
  TAG: "По тегам",
  WORKMAN: "По исполнителям",
  SERVICE: "По услугам",
  MONTH: "По месяцам",
});
export type ExportGroupBy = IdOf<typeof EXPORT_GROUP_BY>;

/** Source: `domain.md` §2.8. */
export const EXPORT_STATE = defineStates({
  NEW: { title: "В очереди", tone: "neutral" },
  PROCESSING: { title: "Формируется", tone: "progress" },
  READY: { title: "Готов", tone: "good" },
  FAILED: { title: "Ошибка", tone: "bad" },
  EXPIRED: { title: "Срок хранения истёк", tone: "neutral" },
});
export type ExportState = IdOf<typeof EXPORT_STATE>;

export const EXPORT_TRANSITIONS = defineTransitions(EXPORT_STATE, {
  create: { from: [], to: ["NEW"], actor: ["account"] },
  /** PROCESSING: takes over from a dead process. */
  take: { from: ["NEW", "PROCESSING"], to: ["PROCESSING"], actor: ["system"] },
  /** After a fault, or for the queue of large ones. */
  putBack: { from: ["PROCESSING"], to: ["NEW"], actor: ["system"] },
  complete: { from: ["PROCESSING"], to: ["READY", "FAILED"], actor: ["system"] },
  retry: { from: ["FAILED"], to: ["NEW"], actor: ["account", "system"] },
  expire: { from: ["READY"], to: ["EXPIRED"], actor: ["system"] },
});

/** Source: `domain.md` §2.8. */
export const MAX_EXPORT_DAYS = 366;
/** Life of a ready file. Source: `domain.md` §2.8. */
export const EXPORT_LIFE_DAYS = 30;
