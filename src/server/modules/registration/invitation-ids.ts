import { randomBytes } from "node:crypto";
import type { Secrets } from "#server/data/secrets.ts";

/** 128 random bits; lower case like URLs. */
export function newInvitationId(): string {
  return randomBytes(16).toString("hex");
}

/** Column `secret_hash`. */
export function digestOfInvitation(secrets: Secrets, id: string): Buffer {
  return secrets.digest("invitation", id);
}
