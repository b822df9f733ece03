/** The customers' companies. */
export { presentMyAccount } from "./presenter.ts";
export { readMyAccount } from "./read-my-account.ts";
export { decideName, WAITING_NAMES } from "./actions/decide-name.ts";
export { updateAccount } from "./actions/update-account.ts";
export { refuseBlocked, refuseBlockedCompany, type RefusedWhenBlocked } from "./blocked-company.ts";
