/** What all kinds of bank orders share: payouts, withdrawals and taxes. */
export {
  FIRST_POLL_MS,
  LONGEST_POLL_MS,
  nextPollAt,
  resultsByOrder,
  sortOutcomes,
  type Outcomes,
} from "./bank-outcomes.ts";
export { submitHalvingOnRefusal } from "./submit-halving-on-refusal.ts";
export { OrderUnderway } from "./late-returns-task.ts";
export {
  askWhetherPayable,
  HELD_MS,
  NeverPaid,
  requireNeverPaid,
  type MayStillBePaid,
} from "./may-still-be-paid.ts";
