import { massArbitrateEndpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { EXPORTS, EXPORTS_PATH, IMPORTS, IMPORTS_PATH, ITEMS } from "./mass-arbitrate-labels.ts";

/** Bulk change of payouts by file: export, edit, import, apply. */
export const massArbitrateModule: NounModule = {
  commands: [
    {
      label: "Загрузить изменение выплат",
      access: "mass-arbitrate.manage",
      run: { to: `${IMPORTS_PATH}/upload` },
    },
  ],
  resources: [
    {
      name: EXPORTS,
      label: "Массовое изменение выплат",
      base: "client",
      endpoints: { getList: massArbitrateEndpoints.exportList },
      paths: { list: EXPORTS_PATH },
      access: { list: "mass-arbitrate.view", create: "mass-arbitrate.manage" },
    },
    {
      name: IMPORTS,
      label: "Загрузки",
      base: "client",
      endpoints: {
        getList: massArbitrateEndpoints.importList,
        getOne: massArbitrateEndpoints.importInfo,
      },
      paths: { list: IMPORTS_PATH, show: `${IMPORTS_PATH}/:id` },
      access: {
        list: "mass-arbitrate.view",
        show: "mass-arbitrate.view",
        create: "mass-arbitrate.manage",
      },
    },
    {
      name: ITEMS,
      label: "Строки изменения выплат",
      base: "client",
      endpoints: { getList: massArbitrateEndpoints.importItems },
    },
  ],
};
