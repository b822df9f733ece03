export { withinReach } from "./employee-rows.ts";
export { CONFIRMED } from "./employee-presenter.ts";
export { inviteRegistered } from "./invite-registered.ts";
export { listEmployments } from "./employments.ts";
