import { useLayoutEffect, type RefObject } from "react";

/** Above and below such a bar, `banners.css`. */
const MARGINS_PX = 24;

/**
 * The page gets as much room at its end as a bar at the bottom takes, so that it covers neither the
 * last lines nor a field that has focus.
 */
export function useRoomBelow(banner: RefObject<HTMLElement | null>, isGone: boolean): void {
  useLayoutEffect(() => {
    const element = banner.current;
    if (isGone || !element || typeof ResizeObserver !== "function") return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const room = `${element.offsetHeight + MARGINS_PX}px`;
      document.body.style.paddingBottom = room;
      page.scrollPaddingBottom = room;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.body.style.paddingBottom = "";
      page.scrollPaddingBottom = "";
    };
  }, [banner, isGone]);
}
