import { useEffect, useState } from "react";
import { afterLoad } from "./after-load.ts";

/** `false` until the screen and its data have loaded; secondary parts of the layout wait. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => afterLoad(() => setIsIdle(true)), []);
  return isIdle;
}
