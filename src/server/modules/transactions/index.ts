export { operationLines } from "./operation-lines.ts";
export { reconcileBalance } from "./reconcile-balance.ts";
