export { hasAccountInvitation } from "./account-invitations.ts";
