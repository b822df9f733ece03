import { TableOutlined } from "@ant-design/icons";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import type { NounModule } from "#console/providers/module.ts";

const LIST = "/profile/payroll-registry";
const UPLOAD = "/profile/payroll-registry/upload";
const SHOW = "/profile/payroll-registry/:id";

/** Registries: upload, check, correct, pay. */
export const registriesModule: NounModule = {
  routes: [
    { path: LIST, access: "payroll-registries.view", crumb: "Выплаты исполнителям", screen: () => import("./payroll/payroll-list.tsx") },
    { path: UPLOAD, access: "payroll-registries.edit", crumb: "Загрузка реестра", screen: () => import("./payroll/payroll-upload.tsx") },
    { path: SHOW, access: "payroll-registries.view", screen: () => import("./payroll/payroll-show.tsx") },
  ],
  menu: [{ to: LIST, label: "Выплаты исполнителям", section: "Выплаты", access: "payroll-registries.view", icon: TableOutlined, isMain: true }],
  commands: [{ label: "Загрузить реестр выплат", access: "payroll-registries.edit", run: { to: UPLOAD } }],
  finders: [
    {
      title: "Реестры",
      access: "payroll-registries.view",
      find: async (search, signal) => {
        const { items } = await requestEndpoint(payrollRegistryEndpoints.list, { query: { search, page: 1, perPage: 5 } }, { signal });
        return items.map(({ id, number, title, fileName }) => ({ label: [`Реестр № ${number}`, title ?? fileName].filter(Boolean).join(", "), to: `${LIST}/${id}` }));
      },
    },
  ],
  resources: [
    {
      name: "payroll-registries",
      label: "Реестры выплат",
      base: "open",
      endpoints: { getList: payrollRegistryEndpoints.list, getOne: payrollRegistryEndpoints.get },
      paths: { list: LIST, create: UPLOAD, show: SHOW },
      access: { list: "payroll-registries.view", show: "payroll-registries.view", create: "payroll-registries.edit" },
    },
    {
      name: "payroll-registry-items",
      label: "Строки реестра",
      base: "open",
      endpoints: { getList: payrollRegistryEndpoints.items },
      access: { list: "payroll-registries.view" },
    },
  ],
};
