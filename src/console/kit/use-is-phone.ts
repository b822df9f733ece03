import { useCallback, useSyncExternalStore } from "react";

/** Source: specification §9, «Mobile width breakpoint 768 px». */
const PHONE = "(max-width: 768px)";
/** Wider than a phone's, too narrow for every column of a list. */
const NARROW = "(min-width: 769px) and (max-width: 1199px)";

/**
 * Whether the window is as narrow as a phone's: rows become cards, windows take the whole width.
 */
export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

/** Whether lists leave out the columns that are for wide windows. */
export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

function useMedia(media: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(media);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [media],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(media).matches,
    () => false,
  );
}
