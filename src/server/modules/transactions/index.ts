export { operationLines, type OperationFilters } from "./operation-lines.ts";
export { reconcileBalance } from "./reconcile-balance.ts";
