import { SolutionOutlined, ToolOutlined } from "@ant-design/icons";
import { lazy } from "react";
import type { NounModule } from "#console/noun-module.ts";

export const WorkmanNextSteps = lazy(() => import("./workman-next-steps.tsx"));

export const workmenModule: NounModule = {
  menu: [
    {
      to: "/profile/workman",
      label: "Профиль исполнителя",
      section: "Профиль",
      access: "workman",
      icon: SolutionOutlined,
      barLabel: "Профиль",
    },
    {
      to: "/profile/workman/services",
      label: "Услуги и цены",
      section: "Профиль",
      access: "workman",
      icon: ToolOutlined,
    },
  ],
};
