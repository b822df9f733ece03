import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";

/**
 * Calls every kind has under the same names; `tests/contract/registry-calls.test.ts` holds their
 * inputs equal.
 */
export const SHARED_CALLS = [
  "list",
  "get",
  "upload",
  "paste",
  "template",
  "items",
  "info",
  "errors",
  "errorsDownload",
  "file",
  "progress",
  "updateFile",
  "pasteRows",
  "updateItem",
  "deleteItem",
] as const;

export type RegistryCalls = Pick<typeof jobRegistryEndpoints, (typeof SHARED_CALLS)[number]>;

/**
 * The calls of a kind for handlers that are written once. Answers differ in what only one kind has,
 * so rows and totals are presented by the kind.
 */
export function registryCalls(
  endpoints: Readonly<Record<(typeof SHARED_CALLS)[number], Endpoint>>,
): RegistryCalls {
  return endpoints as unknown as RegistryCalls;
}

/** Calls that apply a kind without money. */
export const APPLY_CALLS = ["dryRun", "sendExecuteCode", "execute", "cancel", "download"] as const;
export type ApplyCalls = Pick<typeof jobRegistryEndpoints, (typeof APPLY_CALLS)[number]>;

export function applyCalls(
  endpoints: Readonly<Record<(typeof APPLY_CALLS)[number], Endpoint>>,
): ApplyCalls {
  return endpoints as unknown as ApplyCalls;
}
