export { bookedOrders } from "./booked-orders.ts";
export { latenessAt, reasonOfPaid, reasonsOfUnlisted } from "./find-differences.ts";
export { openDifferencesOf } from "./differences-of-workman.ts";
export {
  askWhetherPayable,
  HELD_MS,
  requireNeverPaid,
  type MayStillBePaid,
  type NeverPaid,
  type Versioned,
} from "./may-still-be-paid.ts";
export {
  settledOneByOne,
  type LockedOrder,
  type NotSent,
  type OrderKind,
  type OrderStage,
  type SettledOrder,
} from "./order-kind.ts";
export { bankOrderTasks, listenForLateReturns } from "./order-tasks.ts";
