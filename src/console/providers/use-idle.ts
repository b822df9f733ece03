import { useEffect, useState } from "react";

/** No later than this even on a busy page. */
const LATEST_MS = 1500;

/** `false` until the browser has nothing more urgent to do: header parts load after the screen the person came for. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const become = () => setIsIdle(true);
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(become, LATEST_MS / 3);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(become, { timeout: LATEST_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
