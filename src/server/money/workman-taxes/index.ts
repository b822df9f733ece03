export { checkBeforePaying, type TaxCheck } from "./actions/check-before-paying.ts";
export { requestBinding, requestStatusCheck, unbind } from "./actions/request-binding.ts";
export { owePayAgain, takeDebtsOfPay } from "./debt-of-pay.ts";
export { askPublicStatus } from "./public-status.ts";
export { reserveTaxAgain } from "./reserve-tax-again.ts";
export { setStates } from "./smz-status.ts";
export { releaseTaxReserve, reserveTaxes } from "./tax-reserves.ts";
