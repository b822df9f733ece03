/** The customers' companies. */
export { serveAccounts } from "./accounts-routes.ts";
export { refuseBlocked, refuseBlockedCompany, type RefusedWhenBlocked } from "./blocked-company.ts";
