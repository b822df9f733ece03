export { loadMyWorkmanInfo } from "./my-workman-info.ts";
export {
  presentWorkmanCard,
  WORKMAN_CARD,
  workmanName,
  type WorkmanCardRow,
} from "./workman-card.ts";
export { refuseUnknownCity } from "./refuse-unknown-city.ts";
export { shownReceiptLink } from "./shown-receipt-link.ts";
export { readWorkingFacts, workingFactsOf, type WorkingFactsRow } from "./working-facts.ts";
