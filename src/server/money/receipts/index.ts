/** Receipts of the tax service. */
export { awaitsReceipt } from "./tasks/register-receipts.ts";
