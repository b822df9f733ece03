export { matchPayment } from "./match-payment.ts";
export { paymentPurpose } from "./payment-purpose.ts";
export { takePayment } from "./take-payment.ts";
