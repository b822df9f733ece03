import { createContext, Suspense, useContext, type ComponentType, type ReactNode } from "react";
import { LoadingPart } from "./loading-part.tsx";
import { useHydrated } from "./use-hydrated.ts";

export interface ConsolePartFrameProps {
  /** `false` beside another part: a page has one modal host. */
  readonly hasModals: boolean;
  readonly children: ReactNode;
}

/** Refine and Ant Design; provided by the app, loaded with the first part. */
export const ConsolePartFrame = createContext<ComponentType<ConsolePartFrameProps> | null>(null);

interface ConsolePartProps {
  /** For the server, and until loaded. */
  readonly fallback: ReactNode;
  /** `false`: the part opens no modal, or another part hosts them. */
  readonly hasModals?: boolean;
  readonly children: ReactNode;
}

/**
 * Commands of a signed-in person on a site page's record, built like a console screen. Source:
 * `console.md` §1.
 */
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
