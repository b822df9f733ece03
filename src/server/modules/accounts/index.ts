export { acceptLimit, presentRights, refuseOverLimit } from "./accept-limit.ts";
export { presentMyAccount } from "./presenter.ts";
export { readMyAccount } from "./read-my-account.ts";
export { confirmLoosening, confirmWidening } from "./actions/confirm-loosening.ts";
export { updateAccount } from "./actions/update-account.ts";
export { refuseBlocked, refuseBlockedCompany, type RefusedWhenBlocked } from "./blocked-company.ts";
export {
  claimMessage,
  claimMessages,
  MESSAGE_NAME,
  messagesLeft,
  sayLimit,
  strangersAmong,
} from "./messages-to-strangers.ts";
