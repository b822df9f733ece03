import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

/**
 * Modals of the frame that any page may open, those of the site as well, so they use neither
 * Refine nor Ant Design. Those that only a part loaded later opens come with it: the choice of a
 * city with the person's menu, the result of a binding with `card-bind-result.ts`.
 */
export const SHELL_MODALS: ModalEntries = {
  "mobile-app": {
    title: "Мобильное приложение",
    load: () => import("#site/layout/mobile-app/mobile-app-modal.tsx"),
    maxWidthPx: 520,
  },
};
