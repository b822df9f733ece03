import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * Leads to the part of the page the address names behind `#` and opens what it is folded into;
 * without JavaScript the browser does the same.
 */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    const folded = target.closest("details");
    if (folded) folded.open = true;
    // Going back returns to where the person was (`AddressRules`); the first look at a page begins
    // at the anchor.
    if (type !== "POP" || window.scrollY === 0) target.scrollIntoView();
  }, [hash, key, type]);
}
