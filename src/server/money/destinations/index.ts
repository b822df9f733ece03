export { leftThisDay, tooMuchToday } from "./day-sum.ts";
export {
  CHOSEN_CARD,
  CHOSEN_MASK,
  HAS_CHOSEN_CARD,
  HAS_CONFIRMED_ACCOUNT,
  IS_NAMED_CARD,
  IS_SBP_DISOWNED,
} from "./columns.ts";
export { refuseStopped, STOPPED_PAUSE_MS } from "./payouts-stop.ts";
export { LARGE_SUMS_WAIT_MS, tellChange } from "./tell-change.ts";
export { unbindCards } from "./unname.ts";
