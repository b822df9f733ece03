export { payCauseOf } from "./pay-cause.ts";
export { isBlacklisted, payableColumns, payableFacts, yearIncome } from "./payable-columns.ts";
