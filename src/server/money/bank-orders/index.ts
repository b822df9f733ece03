/**
 * What every kind of order of the bank has in common: payouts, withdrawals and taxes stand above
 * it.
 */
export {
  FIRST_POLL_MS,
  LONGEST_POLL_MS,
  nextPollAt,
  resultsByOrder,
  sortOutcomes,
  type Outcomes,
} from "./bank-outcomes.ts";
export { submitHalvingOnRefusal, type Submitted } from "./submit-halving-on-refusal.ts";
export { lateReturnsTask, OrderUnderway } from "./late-returns-task.ts";
