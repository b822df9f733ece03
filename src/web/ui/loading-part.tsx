import { useEffect, type ReactNode } from "react";
import { startLoading } from "#web/live/after-load.ts";

/** The page counts as loading. */
export function LoadingPart({ children }: { readonly children: ReactNode }) {
  useEffect(() => startLoading(), []);
  return children;
}
