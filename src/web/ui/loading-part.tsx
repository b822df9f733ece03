import { useEffect, type ReactNode } from "react";
import { startLoading } from "#web/live/after-load.ts";

/** Fallback of a part whose code is loaded: the page counts as loading meanwhile. */
export function LoadingPart({ children }: { readonly children: ReactNode }) {
  useEffect(() => startLoading(), []);
  return children;
}
