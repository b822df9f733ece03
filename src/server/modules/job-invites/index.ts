export { inviteToNewJob } from "./invite-to-new-job.ts";
