import { useEffect, useState } from "react";
import { afterLoad } from "./after-load.ts";

/** `true` once the screen and its data have loaded. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => afterLoad(() => setIsIdle(true)), []);
  return isIdle;
}
