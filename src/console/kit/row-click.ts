import type { MouseEvent } from "react";

/** A click on these is theirs, not the row's. */
const INTERACTIVE =
  "a, button, input, label, [role='menu'], [role='button'], .ant-table-selection-column";

/** A click on the row itself: not on a control in it, nor the end of marking its text. */
export function isOwnClick({ target }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(INTERACTIVE) === null &&
    getSelection()?.toString() === ""
  );
}
