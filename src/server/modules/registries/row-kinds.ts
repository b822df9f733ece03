import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { JOB_ROWS } from "./job/job-rows.ts";
import { PAYROLL_ROWS } from "./payroll/rules.ts";
import type { RowKind } from "./registry-kind.ts";
import { WORKMAN_REGISTRATION_ROWS } from "./workman-registration/workman-registration-rows.ts";
import { WORKMAN_ROWS } from "./workman/workman-rows.ts";

/** For threads without a database. */
export const ROW_KINDS: Readonly<Record<RegistryKindName, RowKind>> = {
  payroll: PAYROLL_ROWS,
  job: JOB_ROWS,
  workman: WORKMAN_ROWS,
  "workman-registration": WORKMAN_REGISTRATION_ROWS,
};
