import { lazy } from "react";

/** Loaded with the cards of the worker's cabinet. */
export const UrgentList = lazy(() => import("./urgent-list.tsx"));
export { useUrgent } from "./use-urgent.ts";
