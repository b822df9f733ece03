import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { hasZeroBits, type WorkAsked } from "#contract/auth/proof-of-work.ts";
import type { Platform } from "#server/platform.ts";

/** Browsers make 20 000 (a slow phone) to 90 000 hashes a second: 3 to 13 seconds. */
const FIRST_BITS = 18;
/** A slow phone's minute; more would lock the owner of an attacked number out, not a program. */
const MOST_BITS = 20;
/** One proof of a hundred takes a slow phone four minutes. */
const LIFE_MS = 600_000;
/** The demand may grow while a browser works, by what others ask meanwhile. */
const GROWN_BITS = 1;

type Parts = Pick<Platform, "clock" | "secrets">;

/** @param sent - codes of the last hour beyond the limit. */
export const bitsFor = (sent: number) => Math.min(MOST_BITS, FIRST_BITS + Math.floor(sent / 10));

export function askForWork({ clock, secrets }: Parts, phone: string, bits: number): WorkAsked {
  const task = `${bits}.${clock.now().getTime() + LIFE_MS}.${randomBytes(9).toString("base64url")}`;
  return { challenge: `${task}.${signatureOf(secrets, phone, task)}`, bits };
}

/** @returns name of the proof, single use; `null`: too weak. */
export function readProof(
  { clock, secrets }: Parts,
  phone: string,
  proof: string,
  bits: number,
): string | null {
  const [challenge = ""] = proof.split(":");
  const [given = "", until = "", nonce = "", signature = ""] = challenge.split(".");
  const right = Buffer.from(signatureOf(secrets, phone, `${given}.${until}.${nonce}`));
  const signed = Buffer.from(signature);
  if (right.length !== signed.length || !timingSafeEqual(right, signed)) return null;
  if (Number(given) < bits - GROWN_BITS || Number(until) < clock.now().getTime()) return null;
  return hasZeroBits(createHash("sha256").update(proof).digest(), Number(given)) ? nonce : null;
}

function signatureOf(secrets: Parts["secrets"], phone: string, task: string): string {
  return secrets.digest("proof-of-work", `${phone}\n${task}`).subarray(0, 12).toString("base64url");
}
