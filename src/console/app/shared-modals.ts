import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

/** Modals of the console that two nouns share. */
export const SHARED_MODALS: ModalEntries = {
  "requisite-change": {
    title: "Смена реквизитов",
    load: () => import("./requisite-change-modal.tsx"),
    maxWidthPx: 560,
  },
};
