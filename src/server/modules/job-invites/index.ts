export { inviteToNewJob } from "./actions/invite-to-new-job.ts";
