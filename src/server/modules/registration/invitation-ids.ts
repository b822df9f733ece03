import { randomBytes } from "node:crypto";
import type { Secrets } from "#server/data/secrets.ts";

/**
 * The id of an invitation for the message to the invited person: 128 random bits, lower-case,
 * because paths are lower-cased.
 */
export function newInvitationId(): string {
  return randomBytes(16).toString("hex");
}

/** What the tables keep of it (`secret_hash`). */
export function digestOfInvitation(secrets: Secrets, id: string): Buffer {
  return secrets.digest("invitation", id);
}
