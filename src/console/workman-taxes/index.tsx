import { PercentageOutlined, SafetyCertificateOutlined } from "@ant-design/icons";
import { lazy } from "react";
import type { NounModule } from "#console/noun-module.ts";

/** Warns while the tax status is not confirmed. */
export const SmzWarning = lazy(async () => ({
  default: (await import("./smz-warning.tsx")).SmzWarning,
}));

/** The worker's link with the tax service and his taxes. */
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
