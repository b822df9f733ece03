/** One function takes all decisions of the platform's people. */
export { countWaiting, decide, kindOf, listWaiting, type DecisionRequest } from "./decide.ts";
export { notify, notifyManagers } from "./notify.ts";
