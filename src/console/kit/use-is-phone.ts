import { useCallback, useSyncExternalStore } from "react";

/** Source: specification §9. */
const PHONE = "(max-width: 768px)";
/** Too narrow for all columns. */
const NARROW = "(min-width: 769px) and (max-width: 1199px)";
/** For more than the rows a person came for. */
const ROOMY = "(min-width: 1200px) and (min-height: 860px)";

export function useIsPhone(): boolean {
  return useMedia(PHONE);
}

export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

export function useHasRoom(): boolean {
  return useMedia(ROOMY);
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
