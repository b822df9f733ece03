import {
  ProfileOutlined,
  SolutionOutlined,
  TableOutlined,
  UsergroupAddOutlined,
} from "@ant-design/icons";
import type { RegistryCalls } from "#contract/registries/registry-calls.ts";
import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { REGISTRY_PLACES, registryPath } from "#contract/registries/registry-places.ts";
import { registryTitle, type RegistryKindName } from "#contract/registries/registry-title.ts";
import {
  workmanRegistrationRegistryEndpoints,
  workmanRegistryEndpoints,
} from "#contract/registries/workman-registry-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type {
  ContractResource,
  MenuLink,
  NounModule,
  PaletteFinder,
} from "#console/noun-module.ts";

interface KindEntry {
  readonly calls: Pick<RegistryCalls, "list" | "get" | "items">;
  readonly menu: Pick<MenuLink, "label" | "section" | "icon" | "barLabel">;
  /** «Реестры заданий». */
  readonly title: string;
  /** If the palette's results differ from the title. */
  readonly foundTitle?: string;
  readonly uploadLabel: string;
}

const KINDS: Readonly<Record<RegistryKindName, KindEntry>> = {
  payroll: {
    calls: payrollRegistryEndpoints,
    menu: {
      label: "Выплаты исполнителям",
      section: "Выплаты",
      icon: TableOutlined,
      barLabel: "Выплаты",
    },
    title: "Реестры выплат",
    foundTitle: "Реестры",
    uploadLabel: "Загрузить реестр выплат",
  },
  job: {
    calls: jobRegistryEndpoints,
    menu: { label: "Реестры заданий", section: "Работа", icon: ProfileOutlined },
    title: "Реестры заданий",
    uploadLabel: "Загрузить реестр заданий",
  },
  workman: {
    calls: workmanRegistryEndpoints,
    menu: { label: "Реестры приглашений", section: "Исполнители", icon: UsergroupAddOutlined },
    title: "Реестры приглашений",
    uploadLabel: "Загрузить реестр приглашений",
  },
  "workman-registration": {
    calls: workmanRegistrationRegistryEndpoints,
    menu: { label: "Реестры регистрации", section: "Исполнители", icon: SolutionOutlined },
    title: "Реестры регистрации",
    uploadLabel: "Загрузить реестр регистрации",
  },
};
const ENTRIES = Object.entries(KINDS) as [RegistryKindName, KindEntry][];

export const registriesModule: NounModule = {
  menu: ENTRIES.map(([name, { menu }]) => ({
    ...menu,
    to: registryPath(name),
    access: REGISTRY_PLACES[name].view,
  })),
  commands: ENTRIES.map(([name, { uploadLabel }]) => ({
    label: uploadLabel,
    access: REGISTRY_PLACES[name].edit,
    run: { to: `${registryPath(name)}/upload` },
  })),
  finders: ENTRIES.map(finderOf),
  resources: ENTRIES.flatMap(resourcesOf),
};

function resourcesOf([name, { calls, title }]: [RegistryKindName, KindEntry]): ContractResource[] {
  const { view, edit } = REGISTRY_PLACES[name];
  const path = registryPath(name);
  return [
    {
      name: `${name}-registries`,
      label: title,
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

function finderOf([name, { calls, title, foundTitle = title }]: [
  RegistryKindName,
  KindEntry,
]): PaletteFinder {
  return {
    title: foundTitle,
    access: REGISTRY_PLACES[name].view,
    find: async (search, signal) => {
      const query = { search, page: 1, perPage: 5 };
      const { items } = await requestEndpoint(calls.list, { query }, { signal });
      return items.map((one) => ({
        label: [registryTitle(name, one.number), one.title ?? one.fileName]
          .filter(Boolean)
          .join(", "),
        to: `${registryPath(name)}/${one.id}`,
      }));
    },
  };
}
