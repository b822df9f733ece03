import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Computed from moments: no transition table. Source: `domain.md` §2.6, §4.4. */
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

/** Decision: twice an invite's, as a prepared registration is not urgent. */
export const INVITATION_LIFE_DAYS = 14;

/** Can be cancelled. */
export const WAITING_INVITATION_STATES: readonly InvitationState[] = [
  "QUEUED",
  "SENT",
  "NOT_SENT",
  "OPENED",
];
export const RESENDABLE_INVITATION_STATES: readonly InvitationState[] = [
  "NOT_SENT",
  "SENT",
  "OPENED",
  "EXPIRED",
];

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
