import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import { registryTitle, type RegistryKindName } from "#contract/registries/registry-title.ts";
import {
  workmanRegistrationRegistryEndpoints,
  workmanRegistryEndpoints,
} from "#contract/registries/workman-registry-endpoints.ts";
import { recordFinder } from "#console/record-finder.ts";
import type { ContractResource, NounModule, PaletteFinder } from "#console/noun-module.ts";
import { registryResource } from "./registry-resource.ts";

/** For the palette and Refine; screens are loaded on demand. */
interface KindEntry {
  readonly calls: Pick<RegistryCalls, "list" | "get" | "items">;
  readonly uploadLabel: string;
}

const KINDS: Readonly<Record<RegistryKindName, KindEntry>> = {
  payroll: { calls: payrollRegistryEndpoints, uploadLabel: "Загрузить реестр выплат" },
  job: { calls: jobRegistryEndpoints, uploadLabel: "Загрузить реестр заданий" },
  workman: { calls: workmanRegistryEndpoints, uploadLabel: "Загрузить реестр приглашений" },
  "workman-registration": {
    calls: workmanRegistrationRegistryEndpoints,
    uploadLabel: "Загрузить реестр регистрации",
  },
};
const ENTRIES = Object.entries(KINDS) as [RegistryKindName, KindEntry][];

export const registriesModule: NounModule = {
  commands: ENTRIES.map(([name, { uploadLabel }]) => ({
    label: uploadLabel,
    access: REGISTRY_PLACES[name].edit,
    run: { to: `${registryPath(name)}/upload` },
  })),
  finders: ENTRIES.map(finderOf),
  resources: ENTRIES.flatMap(resourcesOf),
};

function resourcesOf([name, { calls }]: [RegistryKindName, KindEntry]): ContractResource[] {
  const { view, edit, crumb } = REGISTRY_PLACES[name];
  const path = registryPath(name);
  return [
    {
      name: registryResource(name),
      label: crumb,
      base: calls.list.base,
      endpoints: { getList: calls.list, getOne: calls.get },
      paths: { list: path, create: `${path}/upload`, show: `${path}/:id` },
      access: { list: view, show: view, create: edit },
    },
    {
      name: `${name}-registry-items`,
      label: "Строки реестра",
      base: calls.items.base,
      endpoints: { getList: calls.items },
      access: { list: view },
    },
  ];
}

function finderOf([name, { calls }]: [RegistryKindName, KindEntry]): PaletteFinder {
  const { crumb, view } = REGISTRY_PLACES[name];
  return recordFinder(crumb, view, calls.list, ({ id, number, title, fileName }) => ({
    label: [registryTitle(name, number), title ?? fileName].filter(Boolean).join(", "),
    to: `${registryPath(name)}/${id}`,
  }));
}
