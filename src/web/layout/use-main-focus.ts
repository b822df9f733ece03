import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router";

/**
 * The page's main part: when the element that had focus went away with its page, focus goes to the
 * new page and not to the top of the document.
 */
export function useMainFocus(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
