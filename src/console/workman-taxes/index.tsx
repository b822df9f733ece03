import { PercentageOutlined, SafetyCertificateOutlined } from "@ant-design/icons";
import { lazy } from "react";
import type { NounModule } from "#console/noun-module.ts";

export const SmzWarning = lazy(async () => ({
  default: (await import("./smz-warning.tsx")).SmzWarning,
}));

export const workmanTaxesModule: NounModule = {
  menu: [
    {
      to: "/profile/workman/taxes",
      label: "Налоги",
      section: "Деньги",
      access: "workman",
      icon: PercentageOutlined,
    },
    {
      to: "/profile/workman/fns",
      label: "Связь с «Мой налог»",
      section: "Профиль",
      access: "workman",
      icon: SafetyCertificateOutlined,
    },
  ],
};
