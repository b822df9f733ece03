/** What the platform's people decide is taken by one function, whatever the noun. */
export { countWaiting, decide, kindOf, listWaiting, type DecisionRequest } from "./decide.ts";
export { notify, notifyManagers } from "./notify.ts";
