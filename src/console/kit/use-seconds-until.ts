import { useEffect, useState } from "react";
import { productNow } from "#web/live/product-clock.ts";

/**
 * By the product's clock: timers of background tabs are throttled.
 *
 * @param at - ms since 1970 by `productNow`; 0 for none.
 */
export function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(at));
  useEffect(() => {
    setSeconds(secondsUntil(at));
    if (secondsUntil(at) === 0) return;
    const timer = setInterval(() => {
      const left = secondsUntil(at);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - productNow().getTime()) / 1000));
}
