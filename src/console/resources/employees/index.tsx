import { TeamOutlined } from "@ant-design/icons";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";

const LIST = "/profile/employees";

/** Favourite workers of the company. */
export const employeesModule: NounModule = {
  routes: [{ path: LIST, access: "employees.view", screen: () => import("./employee-list.tsx") }],
  menu: [{ to: LIST, label: "Избранные исполнители", section: "Исполнители", access: "employees.view", icon: TeamOutlined, isMain: true }],
  resources: [
    {
      name: "employees",
      label: "Избранные исполнители",
      base: "open",
      endpoints: { getList: employeeEndpoints.list, getOne: employeeEndpoints.info, create: employeeEndpoints.invite, update: employeeEndpoints.update },
      paths: { list: LIST },
      access: { list: "employees.view", create: "employees.manage", edit: "employees.manage" },
    },
  ],
  modals: {
    "employee-invite": { title: "Пригласить исполнителя", load: () => import("./employee-invite-modal.tsx"), maxWidthPx: 520 },
    "employee-projects": { title: "Проекты исполнителя", load: () => import("./employee-projects-modal.tsx"), maxWidthPx: 520 },
  },
};
