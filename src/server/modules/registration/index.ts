export { digestOfInvitation, newInvitationId } from "./invitation-ids.ts";
export {
  claimMessage,
  claimMessages,
  MESSAGE_NAME,
  messagesLeft,
  sayLimit,
  strangersAmong,
} from "./messages-to-strangers.ts";
export { addConsents } from "./consents.ts";
