import { JOB_COLUMNS, JOB_TOTALS, JOB_VALUES } from "./kinds/job-columns.ts";
import { PAYROLL_COLUMNS, PAYROLL_VALUES } from "./kinds/payroll-columns.ts";
import { INVITATION_TOTALS, INVITATION_VALUES, WORKMAN_COLUMNS } from "./kinds/workman-columns.ts";
import { WORKMAN_REGISTRATION_COLUMNS } from "./kinds/workman-registration-columns.ts";
import type { RegistryColumn, RegistryValueColumn } from "./registry-columns.ts";
import { REGISTRY_TITLES, type RegistryKindName } from "./registry-title.ts";

export { registryTitle, type RegistryKindName } from "./registry-title.ts";

/** Rules are in `kinds/`, calls in `<kind>-registry-endpoints.ts`. */
export interface RegistryKindInfo {
  /** Live channel and console resource. */
  readonly resource: string;
  /** Kind of the record in the audit log. */
  readonly object: string;
  /** «Реестр заданий», before «№ 15». */
  readonly title: string;
  readonly genitive: string;
  readonly executes: string;
  readonly columns: readonly RegistryColumn[];
  /** Beside the cells of a row. */
  readonly values: readonly RegistryValueColumn[];
  /** Beside the counters. */
  readonly totals: readonly RegistryValueColumn[];
}

export const REGISTRY_KINDS = {
  payroll: {
    resource: "payroll-registries",
    object: "payroll-registry",
    title: REGISTRY_TITLES.payroll,
    genitive: "реестра выплат",
    executes: "Запустить выплату",
    columns: PAYROLL_COLUMNS,
    values: PAYROLL_VALUES,
    totals: [],
  },
  job: {
    resource: "job-registries",
    object: "job-registry",
    title: REGISTRY_TITLES.job,
    genitive: "реестра заданий",
    executes: "Опубликовать задания",
    columns: JOB_COLUMNS,
    values: JOB_VALUES,
    totals: JOB_TOTALS,
  },
  workman: {
    resource: "workman-registries",
    object: "workman-registry",
    title: REGISTRY_TITLES.workman,
    genitive: "реестра приглашений",
    executes: "Отправить приглашения",
    columns: WORKMAN_COLUMNS,
    values: INVITATION_VALUES,
    totals: INVITATION_TOTALS,
  },
  "workman-registration": {
    resource: "workman-registration-registries",
    object: "workman-registration-registry",
    title: REGISTRY_TITLES["workman-registration"],
    genitive: "реестра регистрации",
    executes: "Пригласить завершить регистрацию",
    columns: WORKMAN_REGISTRATION_COLUMNS,
    values: INVITATION_VALUES,
    totals: INVITATION_TOTALS,
  },
} as const satisfies Record<RegistryKindName, RegistryKindInfo>;
