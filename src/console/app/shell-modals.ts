import type { ModalEntries } from "#console/modals/modal-props.ts";
import { cardBindModals } from "#console/resources/workman-wallet/index.tsx";

/** Windows of the frame itself: any page may open them, a light one as well, so they use neither Refine nor Ant Design. */
export const SHELL_MODALS: ModalEntries = {
  "mobile-app": { title: "Мобильное приложение", load: () => import("#console/layout/mobile-app/mobile-app-modal.tsx"), maxWidthPx: 520 },
  "city-select": { title: "Ваш город", load: () => import("#console/layout/city/city-select-modal.tsx"), maxWidthPx: 520 },
  ...cardBindModals,
};
