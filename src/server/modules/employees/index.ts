export { withinReach } from "./queries.ts";
export { completeProfile } from "./actions/complete-profile.ts";
export { inviteRegistered } from "./actions/invite-registered.ts";
export { listEmployments } from "./employments.ts";
