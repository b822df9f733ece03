import { lazy } from "react";
import type { NounModule } from "#console/noun-module.ts";

export const RegistrationWatch = lazy(() => import("./registration-watch.tsx"));

export const workmanRegistrationModule: NounModule = {
  modals: {
    "registration-help": {
      title: "Помощь с регистрацией",
      load: () => import("./help/registration-help-modal.tsx"),
      maxWidthPx: 520,
    },
    "smz-registration-help": {
      title: "Как мы регистрируем самозанятых",
      load: () => import("./help/smz-registration-help-modal.tsx"),
      maxWidthPx: 520,
    },
    "smz-registration-wait": {
      title: "Мы регистрируем вас в ФНС",
      load: () => import("./smz-registration-wait-modal.tsx"),
      maxWidthPx: 520,
    },
    "smz-registration-fail": {
      title: "Регистрация не прошла",
      load: () => import("./smz-registration-fail-modal.tsx"),
      maxWidthPx: 520,
    },
  },
};
