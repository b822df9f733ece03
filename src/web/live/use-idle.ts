import { useEffect, useState } from "react";
import { afterLoad } from "./after-load.ts";

/**
 * `false` until the screen the person came for stands there with its data: parts of the header load
 * after it.
 */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => afterLoad(() => setIsIdle(true)), []);
  return isIdle;
}
