export { mountSandbox } from "./mount-sandbox.ts";
export { readClockOffset } from "./move-clock.ts";
export { shareClock } from "./shared-clock.ts";
export { topUpAccount } from "./top-up-account.ts";
