import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

export const SHARED_MODALS: ModalEntries = {
  "requisite-change": {
    title: "Смена реквизитов",
    load: () => import("./requisite-change-modal.tsx"),
    maxWidthPx: 560,
  },
};
