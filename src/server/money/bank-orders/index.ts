export {
  askWhetherPayable,
  HELD_MS,
  NeverPaid,
  requireNeverPaid,
  type MayStillBePaid,
} from "./may-still-be-paid.ts";
export {
  settledOneByOne,
  type LockedOrder,
  type OrderKind,
  type OrderStage,
  type SettledOrder,
} from "./order-kind.ts";
export { bankOrderTasks, listenForLateReturns } from "./order-tasks.ts";
export { returnsDueUntil } from "./returns-due.ts";
