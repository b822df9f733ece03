import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { PAYROLL_ROWS } from "./payroll/payroll-rows.ts";
import type { RowKind } from "./registry-kind.ts";

/** Rules of rows by kind, for threads without a database. */
export const ROW_KINDS = { payroll: PAYROLL_ROWS } as unknown as Readonly<Record<RegistryKindName, RowKind>>;
