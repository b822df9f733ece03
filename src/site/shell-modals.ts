import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

/**
 * Modals that any page may open, hence without Refine and Ant Design. Those of lazy parts come with
 * them: city choice with the person's menu, card binding with `card-bind-result.ts`.
 */
export const SHELL_MODALS: ModalEntries = {
  "mobile-app": {
    title: "Мобильное приложение",
    load: () => import("#site/layout/mobile-app/mobile-app-modal.tsx"),
    maxWidthPx: 520,
  },
};
