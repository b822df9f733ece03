import { createHash } from "node:crypto";
import { CodedDestination } from "#contract/destinations/destination.ts";
import type { VerificationAction } from "#contract/auth/session.ts";

export interface VerificationSubject {
  readonly objectId?: number | undefined;
  readonly amountKopecks?: bigint | undefined;
  /** The code confirms only this card, account or phone. */
  readonly destination?: CodedDestination | undefined;
}

/** One action, record and sum; the action's call consumes the code. */
export function verificationOperation(
  action: VerificationAction,
  { objectId, amountKopecks, destination }: VerificationSubject = {},
): string {
  const parts = [action, objectId ?? "", amountKopecks ?? ""];
  return (destination === undefined ? parts : [...parts, fingerprintOf(destination)]).join(":");
}

/** Without spaces; "" differs from absent. */
function fingerprintOf(destination: CodedDestination): string {
  const fields = Object.keys(CodedDestination.properties) as (keyof CodedDestination)[];
  const given = fields.map((field) => destination[field]?.replace(/\s/g, "") ?? null);
  return createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 32);
}

export function emailChangeOperation(personId: number): string {
  return `email-change:${personId}`;
}

export function noticeEmailOperation(accountId: number, personId: number): string {
  return `email-change:${personId}:account:${accountId}`;
}

/** From the present phone, for this new one only. */
export function phoneReleaseOperation(personId: number, newPhone: string): string {
  return `phone-release:${personId}:${newPhone}`;
}

export function phoneChangeOperation(personId: number): string {
  return `phone-change:${personId}`;
}
