import type { ConsoleHttpError } from "#web/wire/http-error.ts";

/** E.g. `registryID` of an uploaded file. */
export function detailOf(error: ConsoleHttpError, name: string): unknown {
  const inner = error.details.details;
  const details =
    typeof inner === "object" && inner !== null
      ? (inner as Record<string, unknown>)
      : error.details;
  return details[name];
}
