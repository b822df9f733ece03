import { useEffect, useState } from "react";
import { whenQuiet } from "./quiet.ts";

/** `false` until the screen the person came for stands there with its data: parts of the header load after it. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => whenQuiet(() => setIsIdle(true)), []);
  return isIdle;
}
