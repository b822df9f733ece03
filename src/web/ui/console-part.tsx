import { createContext, Suspense, useContext, type ComponentType, type ReactNode } from "react";
import { LoadingPart } from "./loading-part.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Provided by the app, loaded with the first part. */
export const ConsolePartFrame = createContext<ComponentType<{
  readonly children: ReactNode;
}> | null>(null);

interface ConsolePartProps {
  /** Until loaded, and on the server. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Console commands on a site page. Source: `console.md` §1. */
export function ConsolePart({ fallback, children }: ConsolePartProps) {
  const Frame = useContext(ConsolePartFrame);
  const isHydrated = useHydrated();
  if (!Frame || !isHydrated) return fallback;
  return (
    <Suspense fallback={<LoadingPart>{fallback}</LoadingPart>}>
      <Frame>{children}</Frame>
    </Suspense>
  );
}
