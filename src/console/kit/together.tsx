import { useEffect, useState, type ReactNode } from "react";
import { useIdle } from "#web/live/use-idle.ts";

/**
 * Whether the document has shown a page already: afterwards parts come one by one, under a person
 * who has asked for them.
 */
let hasArrived = false;

/**
 * Parts of a page that are read apart, at the arrival of the document: they take their places first
 * and are shown together, so that none is pushed away by a later one. Limited by the wait of
 * `afterLoad`.
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
