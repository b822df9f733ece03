import { createContext, useContext, useEffect } from "react";

/** Of the window around, for the form in it. */
export interface WindowControls {
  readonly close: () => void;
  /** Locks Escape, close button and backdrop. */
  readonly setLocked: (isLocked: boolean) => void;
}

/** A form that stands on a page has nothing to close. */
const ON_A_PAGE: WindowControls = { close: () => undefined, setLocked: () => undefined };

export const WindowContext = createContext<WindowControls>(ON_A_PAGE);

export function useWindow(): WindowControls & { readonly isWindow: boolean } {
  const controls = useContext(WindowContext);
  return { ...controls, isWindow: controls !== ON_A_PAGE };
}

/** Nothing closes the window around while its work is under way. */
export function useWindowLock(isLocked: boolean): void {
  const { setLocked } = useContext(WindowContext);
  useEffect(() => setLocked(isLocked), [isLocked, setLocked]);
}
