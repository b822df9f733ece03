import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/uploads";

export const exportsModule: NounModule = {
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
