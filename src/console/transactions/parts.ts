export { useIsMoneyAwaited, usePocketStats } from "./use-pocket-stats.tsx";
export { isSentToWorkman, ownAmountOf, ownTitleOf } from "./transaction-labels.ts";
