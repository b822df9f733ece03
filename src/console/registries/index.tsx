import {
  ProfileOutlined,
  SolutionOutlined,
  TableOutlined,
  UsergroupAddOutlined,
} from "@ant-design/icons";
import { jobRegistryEndpoints } from "#contract/registries/job-registry-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import {
  workmanRegistrationRegistryEndpoints,
  workmanRegistryEndpoints,
} from "#contract/registries/workman-registry-endpoints.ts";
import { registryTitle, type RegistryKindName } from "#contract/registries/registry-title.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { NounModule, PaletteFinder } from "#console/noun-module.ts";

const LIST = "/profile/payroll-registry";
const UPLOAD = "/profile/payroll-registry/upload";
const SHOW = "/profile/payroll-registry/:id";

export const registriesModule: NounModule = {
  menu: [
    {
      to: LIST,
      label: "Выплаты исполнителям",
      section: "Выплаты",
      access: "payroll-registries.view",
      icon: TableOutlined,
      barLabel: "Выплаты",
    },
    {
      to: "/profile/job-registry",
      label: "Реестры заданий",
      section: "Работа",
      access: "job-registries.view",
      icon: ProfileOutlined,
    },
    {
      to: "/profile/workman-registry",
      label: "Реестры приглашений",
      section: "Исполнители",
      access: "workman-registries.view",
      icon: UsergroupAddOutlined,
    },
    {
      to: "/profile/workman-registration-registry",
      label: "Реестры регистрации",
      section: "Исполнители",
      access: "workman-registries.view",
      icon: SolutionOutlined,
    },
  ],
  commands: [
    { label: "Загрузить реестр выплат", access: "payroll-registries.edit", run: { to: UPLOAD } },
    {
      label: "Загрузить реестр заданий",
      access: "job-registries.manage",
      run: { to: "/profile/job-registry/upload" },
    },
    {
      label: "Загрузить реестр приглашений",
      access: "workman-registries.manage",
      run: { to: "/profile/workman-registry/upload" },
    },
    {
      label: "Загрузить реестр регистрации",
      access: "workman-registries.manage",
      run: { to: "/profile/workman-registration-registry/upload" },
    },
  ],
  finders: [
    registryFinder("Реестры", "payroll-registries.view", payrollRegistryEndpoints.list, "payroll"),
    registryFinder("Реестры заданий", "job-registries.view", jobRegistryEndpoints.list, "job"),
    registryFinder(
      "Реестры приглашений",
      "workman-registries.view",
      workmanRegistryEndpoints.list,
      "workman",
    ),
    registryFinder(
      "Реестры регистрации",
      "workman-registries.view",
      workmanRegistrationRegistryEndpoints.list,
      "workman-registration",
    ),
  ],
  resources: [
    {
      name: "payroll-registries",
      label: "Реестры выплат",
      base: "open",
      endpoints: { getList: payrollRegistryEndpoints.list, getOne: payrollRegistryEndpoints.get },
      paths: { list: LIST, create: UPLOAD, show: SHOW },
      access: {
        list: "payroll-registries.view",
        show: "payroll-registries.view",
        create: "payroll-registries.edit",
      },
    },
    {
      name: "payroll-registry-items",
      label: "Строки реестра",
      base: "open",
      endpoints: { getList: payrollRegistryEndpoints.items },
      access: { list: "payroll-registries.view" },
    },
    {
      name: "job-registries",
      label: "Реестры заданий",
      base: "client",
      endpoints: { getList: jobRegistryEndpoints.list, getOne: jobRegistryEndpoints.get },
      paths: {
        list: "/profile/job-registry",
        create: "/profile/job-registry/upload",
        show: "/profile/job-registry/:id",
      },
      access: {
        list: "job-registries.view",
        show: "job-registries.view",
        create: "job-registries.manage",
      },
    },
    {
      name: "job-registry-items",
      label: "Строки реестра",
      base: "open",
      endpoints: { getList: jobRegistryEndpoints.items },
      access: { list: "job-registries.view" },
    },
    {
      name: "workman-registries",
      label: "Реестры приглашений",
      base: "client",
      endpoints: { getList: workmanRegistryEndpoints.list, getOne: workmanRegistryEndpoints.get },
      paths: {
        list: "/profile/workman-registry",
        create: "/profile/workman-registry/upload",
        show: "/profile/workman-registry/:id",
      },
      access: {
        list: "workman-registries.view",
        show: "workman-registries.view",
        create: "workman-registries.manage",
      },
    },
    {
      name: "workman-registry-items",
      label: "Строки реестра",
      base: "client",
      endpoints: { getList: workmanRegistryEndpoints.items },
      access: { list: "workman-registries.view" },
    },
    {
      name: "workman-registration-registries",
      label: "Реестры регистрации",
      base: "client",
      endpoints: {
        getList: workmanRegistrationRegistryEndpoints.list,
        getOne: workmanRegistrationRegistryEndpoints.get,
      },
      paths: {
        list: "/profile/workman-registration-registry",
        create: "/profile/workman-registration-registry/upload",
        show: "/profile/workman-registration-registry/:id",
      },
      access: {
        list: "workman-registries.view",
        show: "workman-registries.view",
        create: "workman-registries.manage",
      },
    },
    {
      name: "workman-registration-registry-items",
      label: "Строки реестра",
      base: "open",
      endpoints: { getList: workmanRegistrationRegistryEndpoints.items },
      access: { list: "workman-registries.view" },
    },
  ],
};

type RegistryLists =
  | typeof payrollRegistryEndpoints.list
  | typeof jobRegistryEndpoints.list
  | typeof workmanRegistryEndpoints.list
  | typeof workmanRegistrationRegistryEndpoints.list;

function registryFinder(
  title: string,
  access: PaletteFinder["access"],
  list: RegistryLists,
  kind: RegistryKindName,
): PaletteFinder {
  return {
    title,
    access,
    find: async (search, signal) => {
      const { items } = await requestEndpoint(
        list,
        { query: { search, page: 1, perPage: 5 } },
        { signal },
      );
      return items.map((one) => ({
        label: [registryTitle(kind, one.number), one.title ?? one.fileName]
          .filter(Boolean)
          .join(", "),
        to: `/profile/${kind}-registry/${one.id}`,
      }));
    },
  };
}
