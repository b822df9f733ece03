import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Of the platform to «Мой налог». Screens show the status of the person instead. */
export const TAX_BINDING_STATUSES = ["NONE", "IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type TaxBindingStatus = (typeof TAX_BINDING_STATUSES)[number];

export const TAX_BINDING_TRANSITIONS = defineTransitions(
  { ids: TAX_BINDING_STATUSES },
  {
    /** Also for more rights. */
    request: { from: TAX_BINDING_STATUSES, to: ["IN_PROGRESS"], actor: ["workman", "system"] },
    complete: { from: ["IN_PROGRESS"], to: ["COMPLETED"], actor: ["system"] },
    fail: { from: ["IN_PROGRESS"], to: ["FAILED"], actor: ["system"] },
    /** By a check of the status; a running request waits for its own answer. */
    find: { from: ["NONE", "COMPLETED", "FAILED"], to: ["COMPLETED", "NONE"], actor: ["system"] },
    unbind: { from: TAX_BINDING_STATUSES, to: ["NONE"], actor: ["workman"] },
  },
);
