import { IdcardOutlined } from "@ant-design/icons";
import type { NounModule } from "#console/providers/module.ts";

/** Papers of a worker: passport, patent, registration. */
export const workmanDocumentsModule: NounModule = {
  routes: [
    {
      path: "/profile/workman/documents",
      access: "workman",
      crumb: "Документы",
      screen: () => import("./workman-documents-page.tsx"),
    },
  ],
  menu: [
    {
      to: "/profile/workman/documents",
      label: "Мои документы",
      section: "Документы",
      access: "workman",
      icon: IdcardOutlined,
    },
  ],
};
