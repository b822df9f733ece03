import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** Lower case as in the specification's `paid`. Source: `domain.md` §2.8. */
export const INVOICE_STATE = defineEnumeration({
  created: "Выставлен",
  partially_paid: "Оплачен частично",
  paid: "Оплачен",
  expired: "Просрочен",
  canceled: "Отменён",
});
export type InvoiceState = IdOf<typeof INVOICE_STATE>;

export const INVOICE_TONES: Readonly<Record<InvoiceState, StateTone>> = {
  created: "progress",
  partially_paid: "warning",
  paid: "good",
  expired: "bad",
  canceled: "neutral",
};

/** Also paid after expiry. Source: `domain.md` §2.8. */
export const INVOICE_TRANSITIONS = defineTransitions(INVOICE_STATE, {
  create: { from: [], to: ["created"], actor: ["account"] },
  receive: {
    from: ["created", "partially_paid", "expired"],
    to: ["paid", "partially_paid"],
    actor: ["system"],
  },
  expire: { from: ["created"], to: ["expired"], actor: ["system"] },
  cancel: { from: ["created"], to: ["canceled"], actor: ["account"] },
});

/** Source: `domain.md` §2.8. */
export const INVOICE_LIFE_WORKING_DAYS = 10;
