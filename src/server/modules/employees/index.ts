export { withinReach } from "./queries.ts";
export { inviteRegistered } from "./actions/invite-registered.ts";
export { listEmployments } from "./employments.ts";
