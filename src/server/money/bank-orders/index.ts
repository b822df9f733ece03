/** What all kinds of bank orders share: payouts, withdrawals, taxes and returns. */
export { FIRST_POLL_MS, LONGEST_POLL_MS, nextPollAt, sortOutcomes } from "./bank-outcomes.ts";
export { OrderUnderway } from "./late-returns-task.ts";
export {
  askWhetherPayable,
  HELD_MS,
  NeverPaid,
  requireNeverPaid,
  type MayStillBePaid,
} from "./may-still-be-paid.ts";
export type { LockedOrder, OrderKind, OrderOutcome, OrderStage } from "./order-kind.ts";
export { returnsDueUntil } from "./returns-due.ts";
export { bankOrderTasks, listenForLateReturns } from "./order-tasks.ts";
export { submitHalvingOnRefusal } from "./submit-halving-on-refusal.ts";
