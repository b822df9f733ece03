import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

/**
 * Any page may open them, hence without Refine and Ant Design. Others come with lazy parts: city
 * choice with the person's menu, card binding with `card-bind-result.ts`.
 */
export const SHELL_MODALS: ModalEntries = {
  "mobile-app": {
    title: "Мобильное приложение",
    load: () => import("#site/layout/mobile-app/mobile-app-modal.tsx"),
    maxWidthPx: 520,
  },
};
