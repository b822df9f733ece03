import { useEffect, useState, type ReactNode } from "react";
import { useIdle } from "#web/live/use-idle.ts";

/** A page was shown already: later parts come one by one, as the person asked for them. */
let hasArrived = false;

/**
 * Parts of the first page that are read apart: shown together, so that none is pushed away by a
 * later one. Limited by the wait of `afterLoad`.
 */
export function Together({ children }: { readonly children: ReactNode }) {
  const isLoaded = useIdle();
  const [isLater] = useState(() => hasArrived);
  useEffect(() => {
    if (isLoaded) hasArrived = true;
  }, [isLoaded]);
  const isShown = isLoaded || isLater;
  return (
    <div aria-busy={!isShown} style={isShown ? undefined : { visibility: "hidden" }}>
      {children}
    </div>
  );
}
