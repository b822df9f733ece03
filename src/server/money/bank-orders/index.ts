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
export { submitApart, type Submitted } from "./submit-apart.ts";
export { OrderUnderway } from "./late-returns-task.ts";
