/** The customers' companies. */
export { presentMyAccount } from "./account-presenter.ts";
export { readMyAccount, serveAccounts } from "./accounts-routes.ts";
export { updateAccount } from "./update-account.ts";
export { refuseBlocked, refuseBlockedCompany, type RefusedWhenBlocked } from "./blocked-company.ts";
