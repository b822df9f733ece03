/** The customers' companies. */
export { presentMyAccount } from "./account-presenter.ts";
export { readMyAccount } from "./read-my-account.ts";
export { updateAccount } from "./update-account.ts";
export { refuseBlocked, refuseBlockedCompany, type RefusedWhenBlocked } from "./blocked-company.ts";
