import { lazy } from "react";

/** Lazy `smz-warning.tsx`. */
export const SmzWarning = lazy(async () => ({
  default: (await import("./smz-warning.tsx")).SmzWarning,
}));
