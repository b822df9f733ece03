/** All decisions of the platform's staff. */
export { countWaiting, decide, kindOf, listWaiting, type DecisionRequest } from "./decide.ts";
export { notify, notifyManagers } from "./notify.ts";
