export { paymentPurpose } from "./payment-purpose.ts";
export { takePayment } from "./actions/take-payment.ts";
