export { digestOfInvitation, newInvitationId } from "./invitation-ids.ts";
export { addConsents } from "./consents.ts";
