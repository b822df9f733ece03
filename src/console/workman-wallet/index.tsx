import { lazy } from "react";
import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

/** Card of the personal area: the worker's money and its latest movements. */
export const WalletCard = lazy(() => import("./wallet-card.tsx"));

/** What the bank has said of a card. */
export const cardBindModals: ModalEntries = {
  "card-bind-success": {
    title: "Карта привязана",
    load: () => import("./card-bind-success-modal.tsx"),
    maxWidthPx: 520,
  },
  "card-bind-fail": {
    title: "Карта не привязана",
    load: () => import("./card-bind-fail-modal.tsx"),
    maxWidthPx: 520,
  },
};
