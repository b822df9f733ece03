/** The ledger, the only writer of money. */
export { auditLedger } from "./audit-ledger.ts";
export {
  balanceOfAccount,
  debtOfWorkman,
  unconfirmedOfAccount,
  walletOfWorkman,
} from "./balances.ts";
export { adjustHold, openHold, releaseHold, takeFromHold } from "./holds.ts";
export { lockedWallet } from "./locked-wallet.ts";
export { lockWorkmen } from "./lock-workmen.ts";
export {
  LedgerShortage,
  post,
  postBatch,
  takeEntryIds,
  type CustomerEntry,
  type PostingLine,
} from "./post.ts";
export { pairLines } from "./pair-lines.ts";
export { presentPosting } from "./present-posting.ts";
