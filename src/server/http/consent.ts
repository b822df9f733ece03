import { createHash } from "node:crypto";
import { changesBetween, describeChanges } from "#contract/values/seen-version.ts";
import { AppError } from "./app-error.ts";

/**
 * Refuses an agreement to something else than what was on the screen. Call it under the lock of
 * everything the version is made of.
 *
 * @param seen - the version the caller sent; `undefined` from clients that send none, who agree to
 *   whatever is there.
 * @throws AppError `changed`, naming what has changed; `changes` and the present `version` are in
 *   its details.
 */
export function refuseUnseen(seen: string | undefined, current: string): void {
  if (seen === undefined || seen === current) return;
  const changes = changesBetween(seen, current);
  throw new AppError("changed", describeChanges(changes), {
    details: { changes, version: current },
  });
}

/**
 * A text, or several, as a version carries them: 72 bits, which nobody meets with another text on
 * purpose.
 */
export function fingerprint(...parts: readonly (string | number | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 12);
}
