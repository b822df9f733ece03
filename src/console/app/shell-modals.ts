import type { ModalEntries } from "#console/modals/modal-props.ts";

/** Windows of the frame itself: any page may open them, a light one as well, so they use neither Refine nor Ant Design. */
export const SHELL_MODALS: ModalEntries = {
  "mobile-app": { title: "Мобильное приложение", load: () => import("#console/layout/mobile-app/mobile-app-modal.tsx"), maxWidthPx: 520 },
};
