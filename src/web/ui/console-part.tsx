import { createContext, Suspense, useContext, type ComponentType, type ReactNode } from "react";
import { LoadingPart } from "./loading-part.tsx";
import { useHydrated } from "./use-hydrated.ts";

export interface ConsolePartFrameProps {
  /** A page has one modal host. */
  readonly hasModals: boolean;
  readonly children: ReactNode;
}

/** Provided by the app, loaded with the first part. */
export const ConsolePartFrame = createContext<ComponentType<ConsolePartFrameProps> | null>(null);

interface ConsolePartProps {
  /** Until loaded, and on the server. */
  readonly fallback: ReactNode;
  /** `false`: another part hosts the modals. */
  readonly hasModals?: boolean;
  readonly children: ReactNode;
}

/** Console commands on a site page. Source: `console.md` §1. */
export function ConsolePart({ fallback, hasModals = true, children }: ConsolePartProps) {
  const Frame = useContext(ConsolePartFrame);
  const isHydrated = useHydrated();
  if (!Frame || !isHydrated) return fallback;
  return (
    <Suspense fallback={<LoadingPart>{fallback}</LoadingPart>}>
      <Frame hasModals={hasModals}>{children}</Frame>
    </Suspense>
  );
}
