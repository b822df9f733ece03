export { payCauseOf } from "./pay-cause.ts";
export { isBlacklisted, payableColumns, payableFacts } from "./payable-columns.ts";
export { lockYearLimits, requireWithinYear } from "./year-limit.ts";
