import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** Ids are ours. */
export const INCOMING_PAYMENT_STATE = defineEnumeration({
  UNRECOGNIZED: "Не распознан",
  ASSIGNED: "Зачислен",
  RETURNING: "Возвращается",
  RETURNED: "Возвращён",
});
export type IncomingPaymentState = IdOf<typeof INCOMING_PAYMENT_STATE>;

export const INCOMING_PAYMENT_TONES: Readonly<Record<IncomingPaymentState, StateTone>> = {
  UNRECOGNIZED: "warning",
  ASSIGNED: "good",
  RETURNING: "progress",
  RETURNED: "neutral",
};

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
