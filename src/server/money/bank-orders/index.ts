/** What all kinds of bank orders share: payouts, withdrawals and taxes. */
export {
  FIRST_POLL_MS,
  LONGEST_POLL_MS,
  nextPollAt,
  resultsByOrder,
  sortOutcomes,
  type Outcomes,
} from "./bank-outcomes.ts";
export { submitApart, type Submitted } from "./submit-apart.ts";
export { lateReturnsTask, OrderUnderway } from "./late-returns-task.ts";
