import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** «Чек». Source: `domain.md` §2.6. */
export const RECEIPT_STATE = defineEnumeration({
  NEW: "Не сформирован",
  SENT: "Отправлен в ФНС",
  REGISTERED: "Сформирован",
  ERROR: "Ошибка",
  REVERSING: "Аннулируется",
  REVERSED_BY_PLATFORM: "Аннулирован платформой",
  REVERSED_BY_WORKMAN: "Аннулирован исполнителем",
});
export type ReceiptState = IdOf<typeof RECEIPT_STATE>;

export const RECEIPT_TONES: Readonly<Record<ReceiptState, StateTone>> = {
  NEW: "neutral",
  SENT: "progress",
  REGISTERED: "good",
  ERROR: "bad",
  REVERSING: "progress",
  REVERSED_BY_PLATFORM: "neutral",
  REVERSED_BY_WORKMAN: "bad",
};

export const RECEIPT_TRANSITIONS = defineTransitions(RECEIPT_STATE, {
  create: { from: [], to: ["NEW"], actor: ["system"] },
  send: { from: ["NEW"], to: ["SENT"], actor: ["system"] },
  register: { from: ["SENT"], to: ["REGISTERED"], actor: ["system"] },
  fail: { from: ["SENT"], to: ["ERROR"], actor: ["system"] },
  retry: { from: ["ERROR"], to: ["NEW"], actor: ["account"] },
  reverse: { from: ["REGISTERED"], to: ["REVERSING"], actor: ["account", "workman", "system"] },
  completeReversal: { from: ["REVERSING"], to: ["REVERSED_BY_PLATFORM"], actor: ["system"] },
  /** The row becomes the new receipt and keeps the annulled one. */
  reissue: {
    from: ["REVERSED_BY_PLATFORM", "REVERSED_BY_WORKMAN"],
    to: ["NEW"],
    actor: ["account"],
  },
  noticeReversal: { from: ["REGISTERED"], to: ["REVERSED_BY_WORKMAN"], actor: ["system"] },
});
