import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** «Чек». Source: `domain.md` §2.6. */
export const RECEIPT_STATE = defineStates({
  NEW: { title: "Не сформирован", tone: "neutral" },
  SENT: { title: "Отправлен в ФНС", tone: "progress" },
  REGISTERED: { title: "Сформирован", tone: "good" },
  ERROR: { title: "Ошибка", tone: "bad" },
  REVERSING: { title: "Аннулируется", tone: "progress" },
  REVERSED_BY_PLATFORM: { title: "Аннулирован платформой", tone: "neutral" },
  REVERSED_BY_WORKMAN: { title: "Аннулирован исполнителем", tone: "bad" },
});
export type ReceiptState = IdOf<typeof RECEIPT_STATE>;

export const RECEIPT_TRANSITIONS = defineTransitions(RECEIPT_STATE, {
  create: { from: [], to: ["NEW"], actor: ["system"] },
  /** Also while its answer is awaited. */
  send: { from: ["NEW", "SENT"], to: ["SENT"], actor: ["system"] },
  /** Unheard or not known to the tax service: asked for again, or not looked for any more. */
  askAgain: { from: ["NEW", "SENT"], to: ["NEW"], actor: ["system"] },
  /** From NEW: answered at once. */
  register: { from: ["NEW", "SENT"], to: ["REGISTERED"], actor: ["system"] },
  fail: { from: ["NEW", "SENT"], to: ["ERROR"], actor: ["system"] },
  retry: { from: ["ERROR"], to: ["NEW"], actor: ["account"] },
  /** Its payout has ended, and what was sent may be registered yet: only looked for. */
  follow: { from: ["NEW", "ERROR"], to: ["SENT"], actor: ["system"] },
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
