export { operationLines } from "./operation-lines.ts";
export { INSIDE } from "./operation-totals.ts";
export { reconcileBalance } from "./reconcile-balance.ts";
