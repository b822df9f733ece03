import { useSyncExternalStore } from "react";

/** `false` on the server and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer);
}

const subscribe = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;
