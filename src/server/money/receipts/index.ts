export { awaitsReceipt } from "./tasks/register-receipts.ts";
