export { refusalOfAccount } from "./of-account.ts";
export { refusalOfWorkman } from "./of-workman.ts";
