import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Lower-case as the specification's default `ok`. Source: specification §9; `domain.md` §1.6. */
export const CARD_STATUS = defineStates({
  ok: { title: "Привязана", tone: "good" },
  expired: { title: "Истекла", tone: "bad" },
  blocked: { title: "Заблокирована", tone: "bad" },
  unbound: { title: "Отвязана", tone: "neutral" },
});
export type CardStatus = IdOf<typeof CARD_STATUS>;

export const CARD_TRANSITIONS = defineTransitions(CARD_STATUS, {
  bind: { from: CARD_STATUS.ids, to: ["ok"], actor: ["system"] },
  /** By the bank's answer. */
  check: {
    from: ["ok", "expired", "blocked"],
    to: ["ok", "expired", "blocked", "unbound"],
    actor: ["system"],
  },
  /** By the system: the worker has disowned it. */
  unbind: { from: ["ok", "expired", "blocked"], to: ["unbound"], actor: ["workman", "system"] },
});

/** States are a payout's. The bank may answer at once, or return what it has paid. */
export const WITHDRAWAL_TRANSITIONS = defineTransitions(
  { ids: ["READY", "SENT", "BANK_HELD", "PAID", "RETURNED", "FAILED", "CANCELED"] },
  {
    create: { from: [], to: ["READY"], actor: ["workman"] },
    cancel: { from: ["READY"], to: ["CANCELED"], actor: ["workman"] },
    send: { from: ["READY", "SENT", "BANK_HELD"], to: ["SENT", "BANK_HELD"], actor: ["system"] },
    pay: { from: ["READY", "SENT", "BANK_HELD"], to: ["PAID"], actor: ["system"] },
    refund: {
      from: ["READY", "SENT", "BANK_HELD", "PAID"],
      to: ["RETURNED", "FAILED"],
      actor: ["system"],
    },
  },
);

/** The bank's page, where a card is bound. */
export const CARD_BINDING_TRANSITIONS = defineTransitions(
  { ids: ["PENDING", "BOUND", "FAILED", "EXPIRED"] },
  {
    open: { from: [], to: ["PENDING"], actor: ["workman"] },
    end: { from: ["PENDING"], to: ["BOUND", "FAILED", "EXPIRED"], actor: ["system"] },
  },
);
