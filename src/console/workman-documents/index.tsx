import { IdcardOutlined } from "@ant-design/icons";
import type { NounModule } from "#console/noun-module.ts";

/** Papers of a worker: passport, patent, registration. */
export const workmanDocumentsModule: NounModule = {
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
