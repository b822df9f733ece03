import { createContext, Suspense, useContext, type ComponentType, type ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

export interface ConsolePartFrameProps {
  /** `false` beside another part of the page: the modals of the catalogue have one host. */
  readonly hasModals: boolean;
  readonly children: ReactNode;
}

/**
 * Refine and Ant Design around a part of a site's page; the app provides it, and it loads with the
 * first part that is drawn.
 */
export const ConsolePartFrame = createContext<ComponentType<ConsolePartFrameProps> | null>(null);

interface ConsolePartProps {
  /** Stands in its place on the server and until it has loaded. */
  readonly fallback: ReactNode;
  /** `false`: the part opens no modal of the catalogue, or another part of the page hosts them. */
  readonly hasModals?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of a site's page that is made like the console's screens: what a signed-in person can do
 * with the record the page shows. Source: `console.md` §1.
 */
export function ConsolePart({ fallback, hasModals = true, children }: ConsolePartProps) {
  const Frame = useContext(ConsolePartFrame);
  const isHydrated = useHydrated();
  if (!Frame || !isHydrated) return fallback;
  return (
    <Suspense fallback={fallback}>
      <Frame hasModals={hasModals}>{children}</Frame>
    </Suspense>
  );
}
