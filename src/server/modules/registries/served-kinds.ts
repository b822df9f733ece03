import { PAYROLL_KIND } from "./payroll/payroll-kind.ts";
import type { RegistryKind } from "./registry-kind.ts";

/** Every kind of registry. Source: `architecture.md` §4a. */
export const SERVED_KINDS = { payroll: PAYROLL_KIND as unknown as RegistryKind } as const;
