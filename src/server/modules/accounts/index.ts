/** The customers' companies. */
export { serveAccounts } from "./accounts-routes.ts";
