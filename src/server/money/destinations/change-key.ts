import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#server/data/secrets.ts";

/** Signed, so it is stored nowhere and can be written into any message. */
export function keyOfChange(secrets: Secrets, id: bigint): string {
  return `${id}.${signatureOf(secrets, id)}`;
}

/** @returns `null` when the key is not ours. */
export function readChangeKey(secrets: Secrets, key: string): bigint | null {
  const [id = "", signature = ""] = key.split(".");
  if (!/^\d{1,15}$/.test(id)) return null;
  const right = Buffer.from(signatureOf(secrets, BigInt(id)));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given) ? BigInt(id) : null;
}

function signatureOf(secrets: Secrets, id: bigint): string {
  return secrets.digest("destination-change", String(id)).subarray(0, 12).toString("base64url");
}
