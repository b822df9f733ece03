import { createContext, useContext, type ComponentType, type ReactNode } from "react";
import { BrowserPart } from "./browser-part.tsx";
import { LoadingPart } from "./loading-part.tsx";

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
  return Frame ? (
    <BrowserPart fallback={<LoadingPart>{fallback}</LoadingPart>}>
      <Frame>{children}</Frame>
    </BrowserPart>
  ) : (
    fallback
  );
}
