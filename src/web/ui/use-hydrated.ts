import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated: `false` on the server and until the browser has hydrated its
 * markup.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer);
}

const subscribe = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;
