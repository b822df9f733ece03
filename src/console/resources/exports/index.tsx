import { DownloadOutlined } from "@ant-design/icons";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";

const LIST = "/profile/account/uploads";

/** Everything the company has ordered as a file: tables, receipts, archives of documents. */
export const exportsModule: NounModule = {
  routes: [
    {
      path: "/profile/account/uploads",
      access: "exports.create",
      crumb: "Выгрузки",
      screen: () => import("./export-list.tsx"),
    },
    {
      path: "/profile/account/uploads/schedules",
      access: "exports.create",
      crumb: "Ежемесячные выгрузки",
      screen: () => import("./export-schedules-page.tsx"),
    },
  ],
  menu: [
    {
      to: LIST,
      label: "Выгрузки",
      section: "Документы",
      access: "exports.create",
      icon: DownloadOutlined,
    },
  ],
  resources: [
    {
      name: "exports",
      label: "Выгрузки",
      base: "open",
      endpoints: { getList: exportEndpoints.universalList },
      paths: { list: LIST },
      access: { list: "exports.create" },
    },
  ],
};
