import { createHash } from "node:crypto";
import { CodedDestination } from "#contract/destinations/destination.ts";
import type { VerificationAction } from "#contract/auth/session.ts";

export interface VerificationSubject {
  readonly objectId?: number | undefined;
  readonly amountKopecks?: bigint | undefined;
  /** A code for one card, account or phone confirms no other. */
  readonly destination?: CodedDestination | undefined;
}

/** A code confirms one action, record and sum only; the action's own call consumes it. */
export function verificationOperation(
  action: VerificationAction,
  { objectId, amountKopecks, destination }: VerificationSubject = {},
): string {
  const parts = [action, objectId ?? "", amountKopecks ?? ""];
  return (destination === undefined ? parts : [...parts, fingerprintOf(destination)]).join(":");
}

/** Spaces aside; an emptied field is not an absent one. */
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

/** From the present phone: the change to this new one only. */
export function phoneReleaseOperation(personId: number, newPhone: string): string {
  return `phone-release:${personId}:${newPhone}`;
}

export function phoneChangeOperation(personId: number): string {
  return `phone-change:${personId}`;
}
