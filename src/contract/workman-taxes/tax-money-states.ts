import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Money set aside for the tax of one receipt. */
export const TAX_RESERVE_TRANSITIONS = defineTransitions(
  { ids: ["HELD", "SETTLED", "RELEASED"] },
  {
    hold: { from: [], to: ["HELD"], actor: ["system"] },
    /** The receipt was annulled and issued anew. */
    holdAgain: { from: ["RELEASED"], to: ["HELD"], actor: ["system"] },
    settle: { from: ["HELD"], to: ["SETTLED"], actor: ["system"] },
    release: { from: ["HELD"], to: ["RELEASED"], actor: ["system"] },
  },
);

/** One worker's month. */
export const TAX_PAYMENT_TRANSITIONS = defineTransitions(
  { ids: ["DUE", "ORDERED", "SENT", "PAID", "REFUNDED"] },
  {
    open: { from: [], to: ["DUE"], actor: ["system"] },
    /** A refunded month is watched: its accrual may come late. */
    decide: { from: ["DUE", "REFUNDED"], to: ["ORDERED", "REFUNDED"], actor: ["system"] },
    send: { from: ["ORDERED", "SENT"], to: ["SENT"], actor: ["system"] },
    pay: { from: ["ORDERED", "SENT"], to: ["PAID"], actor: ["system"] },
    retry: { from: ["ORDERED", "SENT"], to: ["ORDERED"], actor: ["system"] },
    /** Also a late return. */
    giveUp: { from: ["ORDERED", "SENT", "PAID"], to: ["REFUNDED"], actor: ["system"] },
  },
);
