import { useState } from "react";

interface SettleFirst {
  readonly isSettling: boolean;
  /** Opens once what was edited on the screen has been sent. */
  readonly settleFirst: (open: () => void) => Promise<void>;
}

export function useSettleFirst(settle: () => Promise<void>): SettleFirst {
  const [isSettling, setIsSettling] = useState(false);
  const settleFirst = async (open: () => void) => {
    setIsSettling(true);
    try {
      await settle();
      open();
    } finally {
      setIsSettling(false);
    }
  };
  return { isSettling, settleFirst };
}
