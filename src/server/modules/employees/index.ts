export { withinReach } from "./queries.ts";
export { CONFIRMED } from "./presenter.ts";
export { inviteRegistered } from "./actions/invite-registered.ts";
export { listEmployments } from "./employments.ts";
