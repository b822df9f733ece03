import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Ids are ours: the specification knows paid invoices only. */
export const INCOMING_PAYMENT_STATE = defineStates({
  UNRECOGNIZED: { title: "Не распознан", tone: "warning" },
  ASSIGNED: { title: "Зачислен", tone: "good" },
  RETURNING: { title: "Возвращается", tone: "progress" },
  RETURNED: { title: "Возвращён", tone: "neutral" },
});
export type IncomingPaymentState = IdOf<typeof INCOMING_PAYMENT_STATE>;

/**
 * The payer or the platform's staff assigns or returns a payment no invoice explains; a return
 * refused by the bank is UNRECOGNIZED again.
 */
export const INCOMING_PAYMENT_TRANSITIONS = defineTransitions(INCOMING_PAYMENT_STATE, {
  receive: { from: [], to: ["ASSIGNED", "UNRECOGNIZED"], actor: ["system"] },
  assign: { from: ["UNRECOGNIZED"], to: ["ASSIGNED"], actor: ["account", "moderator"] },
  return: { from: ["UNRECOGNIZED"], to: ["RETURNING"], actor: ["account", "moderator"] },
  settle: { from: ["RETURNING", "RETURNED"], to: ["RETURNED", "UNRECOGNIZED"], actor: ["system"] },
});

/** The order to the bank behind RETURNING; refused or sent back, it has no state again. */
export const PAYMENT_RETURN_TRANSITIONS = defineTransitions(
  { ids: ["READY", "SENT", "RETURNED"] },
  {
    order: { from: [], to: ["READY"], actor: ["account", "moderator"] },
    send: { from: ["READY", "SENT"], to: ["SENT"], actor: ["system"] },
    complete: { from: ["READY", "SENT"], to: ["RETURNED"], actor: ["system"] },
    undo: { from: ["READY", "SENT", "RETURNED"], to: [], actor: ["system"] },
  },
);
