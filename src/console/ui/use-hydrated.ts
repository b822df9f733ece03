import { useSyncExternalStore } from "react";

/** Whether the page is alive: `false` on the server and while the browser takes its markup over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer);
}

const subscribe = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;
