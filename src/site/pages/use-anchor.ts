import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Scrolls to it and opens its `details`, as browsers do without JavaScript. */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    const folded = target.closest("details");
    if (folded) folded.open = true;
    // Back restores the scroll position (`AddressRules`); a first view starts at the anchor.
    if (type !== "POP" || window.scrollY === 0) target.scrollIntoView();
  }, [hash, key, type]);
}
