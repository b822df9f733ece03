import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** As browsers do without JavaScript. */
export function useAnchor(): void {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    if (!target) return;
    const folded = target.closest("details");
    if (folded) folded.open = true;
    // On Back `AddressRules` restores the position.
    if (type !== "POP" || window.scrollY === 0) target.scrollIntoView();
  }, [hash, key, type]);
}
