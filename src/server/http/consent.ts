import { createHash } from "node:crypto";
import { changesBetween, describeChanges } from "#contract/values/seen-version.ts";
import { AppError } from "./app-error.ts";

/**
 * Rejects consent to another version than was shown. Call it under the lock of all that makes the
 * version.
 *
 * @param seen - `undefined` accepts any.
 * @throws AppError `changed` - details carry `changes` and the current `version`.
 */
export function refuseUnseen(seen: string | undefined, current: string): void {
  if (seen === undefined || seen === current) return;
  const changes = changesBetween(seen, current);
  throw new AppError("changed", describeChanges(changes), {
    details: { changes, version: current },
  });
}

/** 72 bits make a deliberate collision infeasible. */
export function fingerprint(...parts: readonly (string | number | null)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 12);
}
