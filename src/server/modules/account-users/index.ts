export { hasAccountInvitation } from "./has-account-invitation.ts";
