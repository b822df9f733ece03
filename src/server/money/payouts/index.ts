export { giveUpPayout, retryPayout } from "./decide-payout.ts";
export { openOfferPayouts, type AcceptedResult } from "./open-offer-payouts.ts";
export { openPayouts } from "./open-payouts.ts";
