export { giveUpPayout, retryPayout } from "./actions/decide-payout.ts";
export { endPayout, type EndedRow } from "./actions/end-payout.ts";
export { moveReceipt, startReversal } from "./actions/move-receipt.ts";
export { openOfferPayouts, type AcceptedResult } from "./actions/open-offer-payouts.ts";
export { openPayouts } from "./actions/open-payouts.ts";
export {
  askAboutOrder,
  askAboutPayout,
  MAY_HAVE_ORDER,
  type AskedPayout,
} from "./ask-about-payout.ts";
export { announcePayouts } from "./announce-payouts.ts";
export { receiptOperationId } from "./may-still-be-registered.ts";
export { orderIdOf } from "./bank-orders.ts";
export { movementsOf } from "./movements.ts";
export { payoutsOfSide } from "./payouts-of-side.ts";
export {
  linesOfPayouts,
  postingsOfPayout,
  presentLines,
  sharesOfConfirmations,
  sortedByEntry,
  type LineRow,
} from "./payout-postings.ts";
export { payoutSearch } from "./payout-search.ts";
export { FAILURE_CODE } from "./queries.ts";
export { readPayout } from "./presenter.ts";
export { movePayouts, updatePayouts } from "./update-payouts.ts";
