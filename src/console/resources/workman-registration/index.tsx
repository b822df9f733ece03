import { FormOutlined } from "@ant-design/icons";
import { lazy } from "react";
import type { NounModule } from "#console/providers/module.ts";

/**
 * Above every screen of a worker whose registration is under way: what happens, and what he does
 * next.
 */
export const RegistrationWatch = lazy(() => import("./registration-watch.tsx"));

/** Becoming a worker: the questionnaire, what the bank and the tax service say of it, guides. */
export const workmanRegistrationModule: NounModule = {
  routes: [
    {
      path: "/profile/questionnaire",
      access: "workman",
      crumb: "Анкета",
      screen: () => import("./questionnaire-page.tsx"),
    },
    {
      path: "/profile/questionnaire/how-registration-smz",
      access: "workman",
      crumb: "Как стать самозанятым",
      screen: () => import("./help/become-self-employed-page.tsx"),
    },
    {
      path: "/profile/questionnaire/my-tax",
      access: "workman",
      crumb: "Как подключить «Мой налог»",
      screen: () => import("./help/my-tax-page.tsx"),
    },
    {
      path: "/profile/smz-update",
      access: "workman",
      crumb: "Исправление данных",
      screen: () => import("./smz-update-page.tsx"),
    },
  ],
  menu: [
    {
      to: "/profile/questionnaire",
      label: "Анкета",
      section: "Профиль",
      access: "workman",
      icon: FormOutlined,
    },
  ],
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
