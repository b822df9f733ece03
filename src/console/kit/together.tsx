import { useEffect, useState, type ReactNode } from "react";
import { useIdle } from "#web/live/use-idle.ts";

/** Only the first page waits; later parts appear one by one. */
let hasArrived = false;

/**
 * Shows parts read apart at the same time, so that no late one pushes others away. Limited by the
 * wait of `afterLoad`.
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
