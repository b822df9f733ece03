import { lazy } from "react";

export const SmzWarning = lazy(async () => ({
  default: (await import("./smz-warning.tsx")).SmzWarning,
}));
