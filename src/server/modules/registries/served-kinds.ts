import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { JOB_KIND } from "./job/job-kind.ts";
import { PAYROLL_KIND } from "./payroll/payroll-kind.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { WORKMAN_REGISTRATION_KIND } from "./workman-registration/workman-registration-kind.ts";
import { WORKMAN_KIND } from "./workman/workman-kind.ts";

/** Source: `architecture.md` §4a. */
export const SERVED_KINDS: Readonly<Record<RegistryKindName, RegistryKind>> = {
  payroll: PAYROLL_KIND,
  job: JOB_KIND,
  workman: WORKMAN_KIND,
  "workman-registration": WORKMAN_REGISTRATION_KIND,
};
