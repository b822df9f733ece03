import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import { ARBITRATION_STATE } from "./job-offer-states.ts";

/** Source: `domain.md` §2.4. */
export const ARBITRATION_TRANSITIONS = defineTransitions(ARBITRATION_STATE, {
  open: { from: [], to: ["OPEN"], actor: ["account"] },
  accept: { from: ["OPEN"], to: ["ACCEPTED"], actor: ["workman"] },
  /** The third goes to a moderator. */
  decline: { from: ["OPEN"], to: ["DECLINED", "MODERATION"], actor: ["workman"] },
  cancel: { from: ["OPEN"], to: ["CANCELED"], actor: ["account"] },
  expire: { from: ["OPEN"], to: ["EXPIRED"], actor: ["system"] },
  decide: { from: ["MODERATION"], to: ["ACCEPTED", "DECLINED"], actor: ["moderator"] },
  /** The result was meanwhile accepted at the old sum. */
  void: { from: ["MODERATION"], to: ["DECLINED"], actor: ["system"] },
  endWithJob: { from: ["OPEN", "MODERATION"], to: ["CANCELED"], actor: ["system"] },
});
