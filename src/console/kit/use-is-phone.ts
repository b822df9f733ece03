import { useSyncExternalStore } from "react";

/** Source: specification §9, «Mobile width breakpoint 768 px». */
const PHONE = "(max-width: 768px)";

/** Whether the window is as narrow as a phone's: rows become cards, windows take the whole width. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

function isPhone(): boolean {
  return matchMedia(PHONE).matches;
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
