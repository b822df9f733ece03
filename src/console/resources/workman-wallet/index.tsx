import { lazy } from "react";

/** Card of the personal area: the worker's money and its latest movements. */
export const WalletCard = lazy(() => import("./wallet-card.tsx"));
