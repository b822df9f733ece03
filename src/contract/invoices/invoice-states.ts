import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Lower-case because the specification shows `paid`. Source: `domain.md` §2.8. */
export const INVOICE_STATE = defineStates({
  created: { title: "Выставлен", tone: "progress" },
  partially_paid: { title: "Оплачен частично", tone: "warning" },
  paid: { title: "Оплачен", tone: "good" },
  expired: { title: "Просрочен", tone: "bad" },
  canceled: { title: "Отменён", tone: "neutral" },
});
export type InvoiceState = IdOf<typeof INVOICE_STATE>;

/** Money that comes after expiry still pays. Source: `domain.md` §2.8. */
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
