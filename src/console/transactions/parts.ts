export { usePocketStats } from "./use-pocket-stats.tsx";
export { ownAmountOf, ownTitleOf } from "./transaction-labels.ts";
