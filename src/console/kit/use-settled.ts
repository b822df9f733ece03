import { useEffect, useState } from "react";

/**
 * The value once it has stood still for so long: what is typed is not asked of the server letter by
 * letter.
 */
export function useSettled<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
