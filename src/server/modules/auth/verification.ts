import type { VerificationAction } from "#contract/auth/session.ts";

/** What a code of `send-verification-code` confirms besides the action. */
export interface VerificationSubject {
  /** Id of a registry, receipt, card, account user … */
  readonly objectId?: number | undefined;
  readonly amountKopecks?: bigint | undefined;
}

/**
 * Operation of `OneTimeCodes`: a code confirms one action, record and sum only. The action's own
 * call consumes it.
 */
export function verificationOperation(
  action: VerificationAction,
  { objectId, amountKopecks }: VerificationSubject = {},
): string {
  return [action, objectId ?? "", amountKopecks ?? ""].join(":");
}

export function emailChangeOperation(personId: number): string {
  return `email-change:${personId}`;
}

export function noticeEmailOperation(accountId: number, personId: number): string {
  return `email-change:${personId}:account:${accountId}`;
}

/** Confirms from the present phone the change to this new one only. */
export function phoneReleaseOperation(personId: number, newPhone: string): string {
  return `phone-release:${personId}:${newPhone}`;
}

export function phoneChangeOperation(personId: number): string {
  return `phone-change:${personId}`;
}
