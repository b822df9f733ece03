import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

/** Without Refine and Ant Design: any page may open them. Others come with lazy parts. */
export const SHELL_MODALS: ModalEntries = {
  "mobile-app": {
    title: "Мобильное приложение",
    load: () => import("#site/layout/mobile-app/mobile-app-modal.tsx"),
    maxWidthPx: 520,
  },
};
