/** What the platform's people decide: one shape for every noun, taken by one function. */
export { decide, kindOf, listWaiting, type DecisionRequest, type Waiting } from "./decide.ts";
export { APPROVE_OR_REJECT, whyOf, type DecisionKind, type Order } from "./decision.ts";
export { notify, notifyManagers } from "./notify.ts";
