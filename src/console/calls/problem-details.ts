import type { ConsoleHttpError } from "#web/wire/http-error.ts";

/**
 * A value of `details` of an error answer, e.g. `registryID` of a file that was uploaded before.
 */
export function detailOf(error: ConsoleHttpError, name: string): unknown {
  const inner = error.details.details;
  const details =
    typeof inner === "object" && inner !== null
      ? (inner as Record<string, unknown>)
      : error.details;
  return details[name];
}
