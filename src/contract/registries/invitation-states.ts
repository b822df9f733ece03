import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/**
 * How far an invitation by a registry has gone. Derived from its moments, so there is no table of
 * transitions. Source: `domain.md` §2.6, §4.4.
 */
export const INVITATION_STATE = defineEnumeration({
  QUEUED: "Отправляется",
  SENT: "Отправлено",
  NOT_SENT: "Не отправлено",
  OPENED: "Открыто",
  REGISTERED: "Зарегистрирован",
  EXPIRED: "Истекло",
  CANCELED: "Отменено",
});
export type InvitationState = IdOf<typeof INVITATION_STATE>;

/**
 * How long a link of a registry opens the registration. Decision: two weeks, twice an invite to a
 * job: a prepared registration is not urgent.
 */
export const INVITATION_LIFE_DAYS = 14;

/** States in which the invited person has not answered yet: these can be cancelled. */
export const WAITING_INVITATION_STATES: readonly InvitationState[] = [
  "QUEUED",
  "SENT",
  "NOT_SENT",
  "OPENED",
];
/** States an invitation is sent again from, with a new link. */
export const RESENDABLE_INVITATION_STATES: readonly InvitationState[] = [
  "NOT_SENT",
  "SENT",
  "OPENED",
  "EXPIRED",
];

/** The moments of an invitation its state follows from. */
export interface InvitationMoments {
  readonly sentAt: Date | null;
  readonly notSentAt: Date | null;
  readonly openedAt: Date | null;
  readonly registeredAt: Date | null;
  readonly canceledAt: Date | null;
  readonly expiresAt: Date;
}

export function invitationStateOf(moments: InvitationMoments, now: Date): InvitationState {
  if (moments.registeredAt !== null) return "REGISTERED";
  if (moments.canceledAt !== null) return "CANCELED";
  if (moments.expiresAt <= now) return "EXPIRED";
  if (moments.openedAt !== null) return "OPENED";
  if (moments.notSentAt !== null) return "NOT_SENT";
  return moments.sentAt === null ? "QUEUED" : "SENT";
}
