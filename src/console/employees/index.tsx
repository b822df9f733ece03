import { lazy } from "react";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { formatPhone } from "#web/format/phone.ts";
import { recordFinder } from "#console/record-finder.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/employees";

export const OwnEmployments = lazy(() => import("./own-employments.tsx"));

export const employeesModule: NounModule = {
  commands: [
    {
      label: "Пригласить исполнителя",
      access: "employees.manage",
      run: { modal: "employee-invite" },
    },
  ],
  finders: [
    recordFinder(
      "Исполнители",
      "employees.view",
      employeeEndpoints.list,
      ({ name, phone, workman }) => ({
        label: `${name}, ${formatPhone(phone)}`,
        to: workman ? `/workmans/${workman.id}` : LIST,
      }),
    ),
  ],
  resources: [
    {
      name: "employees",
      label: "Избранные исполнители",
      base: "open",
      endpoints: {
        getList: employeeEndpoints.list,
        getOne: employeeEndpoints.info,
        create: employeeEndpoints.invite,
        update: employeeEndpoints.update,
      },
      paths: { list: LIST },
      access: { list: "employees.view", create: "employees.manage", edit: "employees.manage" },
    },
  ],
  modals: {
    "employee-invite": {
      title: "Пригласить исполнителя",
      load: () => import("./employee-invite-modal.tsx"),
      maxWidthPx: 520,
    },
    "employee-projects": {
      title: "Проекты исполнителя",
      load: () => import("./employee-projects-modal.tsx"),
      maxWidthPx: 520,
    },
  },
};
