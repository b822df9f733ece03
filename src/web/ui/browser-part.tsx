import { Suspense, type ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

interface BrowserPartProps {
  /** Until loaded, and on the server. */
  readonly fallback: ReactNode;
  /** Lazy components. */
  readonly children: ReactNode;
}

/**
 * Lazy parts of a page that the server renders. It leaves them to the browser: what it cannot load
 * at once it would report there as an error of React (#419).
 */
export function BrowserPart({ fallback, children }: BrowserPartProps) {
  const isHydrated = useHydrated();
  return isHydrated ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
