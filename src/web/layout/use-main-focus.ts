import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "react-router";

/** Focuses the main element when navigation removed the focused one. */
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
