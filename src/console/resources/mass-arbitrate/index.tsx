import { EditOutlined } from "@ant-design/icons";
import { massArbitrateEndpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";
import { EXPORTS, EXPORTS_PATH, IMPORTS, IMPORTS_PATH, ITEMS } from "./mass-arbitrate-labels.ts";

/** Changing many payouts by a file: export, edit, import, apply. */
export const massArbitrateModule: NounModule = {
  // Written out: the build reads routes from this text.
  routes: [
    {
      path: "/profile/mass-arbitrate",
      access: "mass-arbitrate.view",
      crumb: "Массовое изменение выплат",
      screen: () => import("./export-list.tsx"),
    },
    {
      path: "/profile/mass-arbitrate/import",
      access: "mass-arbitrate.view",
      crumb: "Загрузки",
      screen: () => import("./import-list.tsx"),
    },
    {
      path: "/profile/mass-arbitrate/import/upload",
      access: "mass-arbitrate.manage",
      crumb: "Загрузка реестра",
      screen: () => import("./import-upload.tsx"),
    },
    {
      path: "/profile/mass-arbitrate/import/:id",
      access: "mass-arbitrate.view",
      screen: () => import("./import-show.tsx"),
    },
  ],
  commands: [
    {
      label: "Загрузить изменение выплат",
      access: "mass-arbitrate.manage",
      run: { to: `${IMPORTS_PATH}/upload` },
    },
  ],
  menu: [
    {
      to: EXPORTS_PATH,
      label: "Изменение выплат",
      section: "Выплаты",
      access: "mass-arbitrate.view",
      icon: EditOutlined,
    },
  ],
  resources: [
    {
      name: EXPORTS,
      label: "Выгрузки для изменения выплат",
      base: "client",
      endpoints: { getList: massArbitrateEndpoints.exportList },
      paths: { list: EXPORTS_PATH },
      access: { list: "mass-arbitrate.view", create: "mass-arbitrate.manage" },
    },
    {
      name: IMPORTS,
      label: "Изменения выплат",
      base: "client",
      endpoints: { getList: massArbitrateEndpoints.importList },
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
