import type { Permission } from "#contract/access/permissions.ts";
import type { RegistryKindName } from "./registry-title.ts";

interface RegistryPlace {
  readonly view: Permission;
  readonly edit: Permission;
  readonly crumb: string;
}

export const REGISTRY_PLACES = {
  payroll: {
    view: "payroll-registries.view",
    edit: "payroll-registries.edit",
    crumb: "Реестры выплат",
  },
  job: {
    view: "job-registries.view",
    edit: "job-registries.manage",
    crumb: "Реестры заданий",
  },
  workman: {
    view: "workman-registries.view",
    edit: "workman-registries.manage",
    crumb: "Реестры приглашений",
  },
  "workman-registration": {
    view: "workman-registries.view",
    edit: "workman-registries.manage",
    crumb: "Реестры регистрации",
  },
} as const satisfies Record<RegistryKindName, RegistryPlace>;

export function registryPath(kind: RegistryKindName): string {
  return `/profile/${kind}-registry`;
}
