import type { VerificationAction } from "#contract/auth/session.ts";

/** What a code sent by `send-verification-code` confirms besides the action itself. */
export interface VerificationSubject {
  /** Registry, receipt, card, account user … */
  readonly objectId?: number | undefined;
  readonly amountKopecks?: bigint | undefined;
}

/**
 * The operation of `OneTimeCodes`: a code of one action, record and sum confirms nothing else. The
 * action's own call uses it up.
 */
export function verificationOperation(
  action: VerificationAction,
  { objectId, amountKopecks }: VerificationSubject = {},
): string {
  return [action, objectId ?? "", amountKopecks ?? ""].join(":");
}

/** A new e-mail address is proven by a code sent there, for this person only. */
export function emailChangeOperation(personId: number): string {
  return `email-change:${personId}`;
}

/** So is a company's address for notices, for this person of this company only. */
export function noticeEmailOperation(accountId: number, personId: number): string {
  return `email-change:${personId}:account:${accountId}`;
}

/** The present phone lets this person go to this new one, and to no other. */
export function phoneReleaseOperation(personId: number, newPhone: string): string {
  return `phone-release:${personId}:${newPhone}`;
}

/** A new phone is proven by a code sent there, for this person only. */
export function phoneChangeOperation(personId: number): string {
  return `phone-change:${personId}`;
}
