import type { MouseEvent } from "react";

/** They handle their own clicks. */
const INTERACTIVE =
  "a, button, input, label, [role='menu'], [role='button'], .ant-table-selection-column";

/** Not on a control, and not the end of a text selection. */
export function isOwnClick({ target }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(INTERACTIVE) === null &&
    getSelection()?.toString() === ""
  );
}
