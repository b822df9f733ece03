import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";

/**
 * Calls each kind has under the same names; `tests/contract/registry-calls.test.ts` keeps inputs
 * equal.
 */
export const SHARED_CALLS = [
  "list",
  "get",
  "upload",
  "readFile",
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
 * A kind's calls for shared handlers. Each kind presents its own rows and totals, so answers
 * differ.
 */
export function registryCalls(
  endpoints: Readonly<Record<(typeof SHARED_CALLS)[number], Endpoint>>,
): RegistryCalls {
  return endpoints as unknown as RegistryCalls;
}

export const APPLY_CALLS = ["dryRun", "sendExecuteCode", "execute", "cancel", "download"] as const;
export type ApplyCalls = Pick<typeof jobRegistryEndpoints, (typeof APPLY_CALLS)[number]>;

export function applyCalls(
  endpoints: Readonly<Record<(typeof APPLY_CALLS)[number], Endpoint>>,
): ApplyCalls {
  return endpoints as unknown as ApplyCalls;
}
