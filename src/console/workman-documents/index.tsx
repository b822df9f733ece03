import { IdcardOutlined } from "@ant-design/icons";
import type { NounModule } from "#console/noun-module.ts";

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
