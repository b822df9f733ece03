export { digestOfInvitation, newInvitationId } from "./invitation-ids.ts";
export {
  besiegedPhones,
  claimLinks,
  linksLeft,
  MESSAGE_NAME,
  PHONE_IS_BESIEGED,
  sayLimit,
} from "./stranger-links.ts";
export { addConsents } from "./consents.ts";
