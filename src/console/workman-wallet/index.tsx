import { lazy } from "react";
import type { ModalEntries } from "#web/modals/modal-catalogue.ts";

export const WalletCard = lazy(() => import("./wallet-card.tsx"));

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
