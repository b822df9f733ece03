export { matchPayment } from "./actions/match-payment.ts";
export { paymentPurpose } from "./payment-purpose.ts";
export { takePayment } from "./actions/take-payment.ts";
