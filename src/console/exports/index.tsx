import { DownloadOutlined } from "@ant-design/icons";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/uploads";

export const exportsModule: NounModule = {
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
