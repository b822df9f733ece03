import { useLayoutEffect, type RefObject } from "react";

/** See `banners.css`. */
const MARGINS_PX = 24;

/** A bottom bar must cover neither last lines nor the focused field. */
export function useRoomBelow(banner: RefObject<HTMLElement | null>, isGone: boolean): void {
  useLayoutEffect(() => {
    const element = banner.current;
    if (isGone || !element || typeof ResizeObserver !== "function") return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      const room = `${element.offsetHeight + MARGINS_PX}px`;
      document.body.style.paddingBottom = room;
      page.setProperty("--room-below", room);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.body.style.paddingBottom = "";
      page.removeProperty("--room-below");
    };
  }, [banner, isGone]);
}
